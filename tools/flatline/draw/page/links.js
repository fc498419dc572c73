// links.js: what is selected, as the fragment of the page's address: `#linedef=114`.

/** False in a frame whose page has no address of its own; the page around it hears what is selected. */
const HAS_ADDRESS = ["file:", "http:", "https:"].includes(location.protocol);

/** The fragment without `#`; "" where nothing is selected. */
function fragmentOf({selection, finding}) {
  if (finding >= 0) return `finding=${finding}`;
  return selection ? `${selection.kind}=${selection.index}` : "";
}

/** {kind, index} that a fragment names, or null. */
function readFragment(hash) {
  const match = /^#([a-z]+)=(\d{1,10})$/.exec(hash);
  return match && {kind: match[1], index: Number(match[2])};
}

/** Puts a fragment into the address, without another entry in the history. */
function keepFragment(fragment) {
  if (parent !== self) parent.postMessage({flatline: fragment}, "*");
  if (!HAS_ADDRESS) return;
  try {
    history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
  } catch {
    // Some browsers take only so many changes in a while; the next selection tries again.
  }
}

/** Copies a text; false where the browser lets no page do that. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page from a disk may have no such right, but it may copy what is selected.
    const area = make("textarea", {class: "unseen", "aria-hidden": "true", tabindex: "-1"});
    area.value = text;
    document.body.append(area);
    const focused = document.activeElement;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return done;
  }
}
