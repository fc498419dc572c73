"""Finds the bounds and limit checks of a source by clang's syntax tree, and how to remove each.

What counts as a check:
  1. a comparison by < > <= >= of integers, enumerators apart, or of pointers, where an operand is
     unsigned (two bytes or more) or a pointer, or has a word of WORDS in its names; in templates,
     where the type is not known yet, by its names or its sizeof alone;
  2. a comparison by == or != of the same types where an operand ends in a word of WORDS_OF_ENDS
     (`i == count`, `at != end`, `index == kNoIndex`);
  3. a call of a function of CALLS that returns bool (`charge`, `has_length`, `empty`), and of the
     reads of a Cursor.
Not: comparisons of real numbers, of characters and single bytes, with nullptr (running out of
memory has tests of its own), of the same member of two values (an order), at compile time, in a
macro.

How it is removed: by the constant that lets pass what it would stop.
  - the condition of an `if` whose branch leaves (return, break, continue): false, but true before
    `return true`; of a loop: true;
  - in `a && b`, a alone guards b, so it becomes true; in `a || b`, false; b becomes what the whole
    would; under `!` the other way round;
  - what chooses between two ways (`?:`, an `if` with else): inverted;
  - anywhere else (an `if` that may guard or report, a value that is returned or stored) nothing says
    which value is the bad one: true and, in another trial, false.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from clang.cindex import Config, CursorKind, Index, TranslationUnit, TypeKind

CLANG = "14"
if not Config.loaded:
    Config.set_library_file(f"/usr/lib/llvm-{CLANG}/lib/libclang-{CLANG}.so.1")

WORDS = set("""at begin bound bounds bytes cap capacity column count counts cut depth end ends first
    from height index last left len length limit limits line lines longest low high max maximum more
    most next number offset place position reach remaining room row rows size sizes slot slots start
    steps stride total until used want wanted width""".split())
WORDS_OF_ENDS = set("""cap capacity count counts depth end ends last left length limit max most none
    nowhere npos past remaining room size total until""".split())
CALLS = set("""all_fit at_end at_split can_hold charge charge_lump check_bound check_bounds
    counts_add_up empty ended fits fits_16_bits fits_integer fits_map full has_length
    has_room header_fits is_deep is_empty is_full is_long is_too_long is_within lists_fit may_hold
    multiply_overflows nodes_fit offsets_fit over_limit reached runs_back sound spend stored
    unknowns_are_full vertices_fit within_limits within_reach""".split())
CURSOR_READS = set("skip take u8 u16 u32 u64 i16 i32 i64 f32 f64".split())
CLASSES_OF_BOUNDS = {"Budget": {"has", "charge"}, "Cursor": CURSOR_READS}

TRUE, FALSE, INVERTED, EITHER = "true", "false", "inverted", "either"
OPPOSITE = {TRUE: FALSE, FALSE: TRUE, INVERTED: INVERTED, EITHER: EITHER}

UNSIGNED = {TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG, TypeKind.UINT128}
SIGNED = {TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG, TypeKind.INT128}
POINTERS = {TypeKind.POINTER}
UNKNOWN = {TypeKind.DEPENDENT, TypeKind.UNEXPOSED, TypeKind.INVALID, TypeKind.AUTO}
FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR,
             CursorKind.DESTRUCTOR, CursorKind.FUNCTION_TEMPLATE, CursorKind.CONVERSION_FUNCTION}
JUMPS = {CursorKind.RETURN_STMT, CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT,
         CursorKind.GOTO_STMT}
WRAPPERS = {CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR}
AT_COMPILE_TIME = {CursorKind.STATIC_ASSERT, CursorKind.ENUM_DECL}
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


@dataclass(frozen=True)
class Check:
    """One trial: bytes [begin, end) of `file` become the constant `removal`, or are inverted."""
    file: str
    begin: int
    end: int
    line: int
    function: str
    text: str
    removal: str
    kind: str = "check"

    @property
    def brackets(self):
        return ((self.begin, self.end, "FLATLINE_REMOVED({}, ", ")"),)

    @property
    def replaced(self):
        return ()


def words_of(text):
    """The words of the names in an expression, in the order in which they stand there."""
    found = []
    for name in re.findall(r"[A-Za-z_]\w*", text):
        found += [w.lower() for w in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", name)]
    return found


def last_word(text):
    """What an operand is: the last word of its last name (`lists.size()` is a size)."""
    words = words_of(re.sub(r"\([^()]*\)|\[[^][]*\]", "", text))
    return words[-1] if words else ""


class Finder:
    """Collects the checks of the files below one folder."""

    def __init__(self, folder):
        self.folder = str(Path(folder).resolve()) + "/"
        self.checks = {}
        self.sources = {}
        self.in_macros = 0

    def parse(self, file, arguments):
        """Adds the checks of one unit: the file, and the headers that it includes."""
        unit = Index.create().parse(str(file), args=arguments)
        errors = [d for d in unit.diagnostics if d.severity >= 3]
        if errors:
            raise SystemExit(f"clang does not understand {file}: {errors[0]}")
        for node in unit.cursor.get_children():
            if node.location.file and node.location.file.name.startswith(self.folder):
                self.visit(node, EITHER, "")

    # Text of the files

    def source(self, name):
        if name not in self.sources:
            self.sources[name] = Path(name).read_bytes()
        return self.sources[name]

    def between(self, name, begin, end):
        text = self.source(name)[begin:end].decode("ascii", "replace")
        return COMMENT.sub(" ", text)

    def text(self, node):
        return self.between(node.extent.start.file.name, node.extent.start.offset,
                            node.extent.end.offset)

    def gap(self, left, right):
        """What stands between two nodes; None where a macro makes one of them."""
        begin, end = left.extent.end, right.extent.start
        if not begin.file or not end.file or begin.file.name != end.file.name:
            return None
        if end.offset < begin.offset:
            return None
        return self.between(begin.file.name, begin.offset, end.offset).strip()

    # The walk

    def visit(self, node, removal, function):
        """`removal`: what the value of this expression becomes where a check in it is removed."""
        kind = node.kind
        children = list(node.get_children())
        if kind in AT_COMPILE_TIME or self.is_constant(node, kind):
            return
        if kind in FUNCTIONS:
            function = node.spelling
        if kind in WRAPPERS and len(children) == 1:
            self.visit(children[0], removal, function)
        elif kind == CursorKind.IF_STMT:
            self.visit_if(node, children, function)
        elif kind in (CursorKind.WHILE_STMT, CursorKind.FOR_STMT, CursorKind.DO_STMT):
            condition = self.condition_of_loop(node, kind, children)
            for i, child in enumerate(children):
                self.visit(child, TRUE if i == condition else EITHER, function)
        elif kind == CursorKind.UNARY_OPERATOR and self.text(node).startswith("!"):
            self.visit(children[0], OPPOSITE[removal], function)
        elif kind == CursorKind.BINARY_OPERATOR and len(children) == 2:
            self.visit_operator(node, children, removal, function)
        elif kind == CursorKind.CONDITIONAL_OPERATOR:
            for i, child in enumerate(children):
                self.visit(child, INVERTED if i == 0 else EITHER, function)
        else:
            if kind == CursorKind.CALL_EXPR and self.is_guard(node):
                self.add(node, removal, function)
            for child in children:
                used = kind != CursorKind.COMPOUND_STMT or child.kind != CursorKind.CALL_EXPR
                if used:
                    self.visit(child, EITHER, function)
                else:
                    for part in child.get_children():
                        self.visit(part, EITHER, function)

    def is_constant(self, node, kind):
        if kind != CursorKind.VAR_DECL:
            return False
        return re.search(r"\bconstexpr\b", self.text(node).split("=")[0]) is not None

    def visit_if(self, node, children, function):
        """children: perhaps a declaration, the condition, a branch, perhaps another."""
        condition = None
        for i in range(len(children) - 1):
            gap = self.gap(children[i], children[i + 1])
            if gap is not None and gap.startswith(")"):
                condition = i
                break
        constant = self.text(node).startswith("if constexpr")
        removal = INVERTED
        if condition is not None:
            has_else = len(children) > condition + 2
            end = self.leaves(children[condition + 1])
            if end is not None:
                removal = TRUE if self.text(end) == "return true" else FALSE
            elif not has_else:
                removal = EITHER
        for i, child in enumerate(children):
            if i == condition and constant:
                continue
            self.visit(child, removal if i == condition else EITHER, function)

    def leaves(self, branch):
        """The jump that a branch ends in, or None."""
        if branch.kind in JUMPS:
            return branch
        children = list(branch.get_children())
        # [[unlikely]] makes a statement around the statement.
        if children and branch.kind in (CursorKind.COMPOUND_STMT, CursorKind.UNEXPOSED_STMT):
            return self.leaves(children[-1])
        return None

    def condition_of_loop(self, node, kind, children):
        """Which child is the condition, or None."""
        if kind == CursorKind.DO_STMT:
            return len(children) - 1
        if kind == CursorKind.WHILE_STMT:
            return len(children) - 2
        file = node.extent.start.file.name
        head = node.extent.start.offset
        for i in range(len(children) - 1):
            before = self.between(file, head, children[i].extent.start.offset)
            after = self.gap(children[i], children[i + 1])
            if before.count(";") == 1 and after is not None and after.startswith(";"):
                return i
        return None

    def visit_operator(self, node, children, removal, function):
        left, right = children
        operator = self.gap(left, right)
        if operator in ("&&", "and"):
            self.visit(left, EITHER if removal == EITHER else TRUE, function)
            self.visit(right, removal, function)
            return
        if operator in ("||", "or"):
            self.visit(left, EITHER if removal == EITHER else FALSE, function)
            self.visit(right, removal, function)
            return
        if self.is_comparison(left, operator, right):
            self.add(node, removal, function)
        self.visit(left, EITHER, function)
        self.visit(right, EITHER, function)

    # What counts

    @staticmethod
    def plain(node):
        """An operand as it was written, without what the language converts."""
        while node.kind in WRAPPERS:
            inner = list(node.get_children())
            if len(inner) != 1:
                break
            node = inner[0]
        return node

    def is_comparison(self, left, operator, right):
        if operator not in ("<", ">", "<=", ">=", "==", "!="):
            return False
        operands = [self.plain(left), self.plain(right)]
        if any(o.kind in (CursorKind.CHARACTER_LITERAL, CursorKind.CXX_NULL_PTR_LITERAL_EXPR,
                          CursorKind.CXX_BOOL_LITERAL_EXPR, CursorKind.FLOATING_LITERAL)
               for o in operands):
            return False
        kinds = [o.type.get_canonical().kind for o in operands]
        known = UNSIGNED | SIGNED | POINTERS
        if any(k not in known | UNKNOWN for k in kinds):
            return False
        texts = [self.text(o) for o in operands]
        if operator in ("==", "!="):
            return any(last_word(t) in WORDS_OF_ENDS for t in texts)
        members = [re.split(r"\.|->", t)[-1] for t in texts]
        if texts[0] != members[0] and texts[1] != members[1] and members[0] == members[1]:
            return False
        if any(k in UNKNOWN for k in kinds):
            return any(WORDS & set(words_of(t)) or "sizeof" in t for t in texts)
        if any(k in UNSIGNED | POINTERS for k in kinds):
            return True
        return any(WORDS & set(words_of(t)) for t in texts)

    def is_guard(self, node):
        name = node.spelling
        if node.type.get_canonical().kind not in UNKNOWN | {TypeKind.BOOL}:
            return False
        if name in CALLS:
            return True
        target = node.referenced
        owner = target.semantic_parent.spelling if target and target.semantic_parent else ""
        return name in CLASSES_OF_BOUNDS.get(owner, ())

    def add(self, node, removal, function):
        begin, end = node.extent.start, node.extent.end
        file = begin.file.name
        if not file.startswith(self.folder) or end.file.name != file:
            return
        raw = self.source(file)[begin.offset:end.offset].decode("ascii", "replace")
        # Names in capitals with brackets are macros; one may also hide the whole expression.
        if re.search(r"\n\s*#", raw) or not self.is_whole(raw):
            self.in_macros += 1
            return
        text = re.sub(r"\s+", " ", COMMENT.sub(" ", raw)).strip()
        for way in (TRUE, FALSE) if removal == EITHER else (removal,):
            self.checks[file, begin.offset, end.offset, way] = Check(
                file[len(self.folder):], begin.offset, end.offset, begin.line, function, text, way)

    @staticmethod
    def is_whole(raw):
        """Whether brackets close: the places of what a macro makes are those of the macro."""
        depth = 0
        for c in COMMENT.sub(" ", re.sub(r"'(\\.|[^'\\])'|\"(\\.|[^\"\\])*\"", "0", raw)):
            depth += c in "([{"
            depth -= c in ")]}"
            if depth < 0:
                return False
        return depth == 0 and raw.strip() != ""

    def sorted(self):
        return sorted(self.checks.values(), key=lambda c: (c.file, c.begin, -c.end, c.removal))


def wrapped(source, checks, first_number):
    """The bytes of a file with each of its checks, or changes, in the brackets of its number."""
    edits = []
    for number, check in enumerate(checks, first_number):
        for begin, end, before, behind in check.brackets:
            # Where several begin the longest comes first, where several end the shortest.
            length = end - begin
            edits.append((begin, 1, -length, number, begin, before.replace("{}", str(number))))
            edits.append((end, 0, length, -number, end, behind))
        for begin, end, text in check.replaced:
            edits.append((begin, 2, 0, 0, end, text))
    out, at = [], 0
    for place, _, _, _, end, text in sorted(edits):
        out += [source[at:place], text.encode()]
        at = end
    return b"".join(out + [source[at:]])


__all__ = ["Check", "Finder", "TranslationUnit", "wrapped"]
