"""Finds the places of a source where the smallest change makes another program, by clang's syntax
tree, and how each is changed.

What is changed:
  1. limit: < to <=, <= to <, > to >=, >= to >, of numbers and pointers;
  2. constant: a whole or real number, or the use of a constant of the namespace (kMost), one more
     and, in another trial, one less;
  3. arguments: two that stand side by side in a call and are numbers of the same type, or both of
     the same other type, swapped; not where no call of the functions of ALIKE tells them apart;
  4. negation: !x, -x and ~x become x;
  5. default: the value that a member, a parameter or a bool begins with, or that `default:`
     returns: true and false inverted, an enumerator the next one, a number one more.
Not: what the compiler works out (constexpr, static_assert, types, sizes of arrays, labels), so the
rows of tables, which tests of their own walk; characters; what a macro makes.

Each change is switched while the tests run, see removed.hpp.
"""

import re
from dataclasses import dataclass

from clang.cindex import CursorKind, TypeKind

from find_checks import AT_COMPILE_TIME, COMMENT, FUNCTIONS, SIGNED, UNSIGNED, Finder

LIMIT, CONSTANT, ARGUMENTS, NEGATION, DEFAULT = KINDS = (
    "limit", "constant", "arguments", "negation", "default")
OTHER_LIMIT = {"<": ("less", "<="), "<=": ("less_or_equal", "<"),
               ">": ("greater", ">="), ">=": ("greater_or_equal", ">")}
# Both orders of their arguments give the same.
ALIKE = set("min max minmax hypot swap min_of max_of same_place".split())

SMALL = {TypeKind.UCHAR, TypeKind.SCHAR, TypeKind.CHAR_S, TypeKind.CHAR_U}
REAL = {TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONGDOUBLE}
NUMBERS = UNSIGNED | SIGNED | SMALL | REAL
LITERALS = {CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL}
# Children of these are types, or say something about one.
OF_TYPES = {CursorKind.CXX_UNARY_EXPR, CursorKind.DECL_REF_EXPR, CursorKind.TYPE_REF,
            CursorKind.TEMPLATE_REF, CursorKind.ALIGNED_ATTR, CursorKind.TYPE_ALIAS_DECL,
            CursorKind.TEMPLATE_NON_TYPE_PARAMETER, CursorKind.TEMPLATE_TYPE_PARAMETER}
WITH_VALUES = {CursorKind.VAR_DECL, CursorKind.FIELD_DECL, CursorKind.PARM_DECL}
WITHOUT_EFFECT = {CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.PAREN_EXPR,
                  CursorKind.UNEXPOSED_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR,
                  CursorKind.CXX_THIS_EXPR, CursorKind.BINARY_OPERATOR, *LITERALS}
LONGEST_TEXT = 100


@dataclass(frozen=True)
class Change:
    """One trial: in bytes [begin, end) of `file`, something becomes what `removal` says."""
    file: str
    begin: int
    end: int
    line: int
    function: str
    text: str
    removal: str
    kind: str
    # What is written for all changes of a place stands with the first of them: (begin, end, before,
    # after), `{}` being its number, and (begin, end, in place of it).
    brackets: tuple = ()
    replaced: tuple = ()


class ChangeFinder(Finder):
    """Collects the changes of the files below one folder."""

    def __init__(self, folder):
        super().__init__(folder)
        self.seen = set()

    def visit(self, node, removal, function, parent=None, default=False):
        kind = node.kind
        if kind in AT_COMPILE_TIME or self.is_constant(node, kind) or kind.is_attribute():
            return
        if kind in FUNCTIONS:
            function = node.spelling
        if node.extent.start.file and node.extent.start.file.name.endswith(".h"):
            return
        self.look_at(node, kind, function, parent, default)
        if kind in OF_TYPES or re.match(r"&\s*[A-Za-z_:]+$", self.raw(node)):
            return
        children = list(node.get_children())
        if kind == CursorKind.IF_STMT and self.text(node).startswith("if constexpr"):
            condition = next((i for i in range(len(children) - 1)
                              if (self.gap(children[i], children[i + 1]) or "").startswith(")")), 0)
            children = children[condition + 1:]
        if kind == CursorKind.CASE_STMT:
            children = children[1:]
        if kind == CursorKind.FIELD_DECL and node.is_bitfield():
            return
        if kind == CursorKind.CALL_EXPR and node.spelling.startswith(("_mm", "__builtin")):
            children = [c for c in children if c.kind not in LITERALS]  # instructions hold them
        is_wrapper = kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR,
                              CursorKind.CXX_FUNCTIONAL_CAST_EXPR, CursorKind.INIT_LIST_EXPR)
        may_hold = is_wrapper or kind == CursorKind.RETURN_STMT
        default = self.begins_default(node, kind) or (default and may_hold)
        around = parent if is_wrapper and parent is not None else node
        for child in children:
            if kind in WITH_VALUES and self.is_of_type(node, child):
                continue
            self.visit(child, removal, function, around, default)

    def look_at(self, node, kind, function, parent, default):
        if kind in LITERALS:
            self.look_at_number(node, function, parent, default)
        elif kind == CursorKind.DECL_REF_EXPR:
            if self.is_named_constant(node):
                self.add_constant(node, function, parent, default)
            elif default and self.names_enumerator(node):
                self.add(node, function, parent, DEFAULT, ["next"], "other({}, ")
        elif kind == CursorKind.CXX_BOOL_LITERAL_EXPR and default:
            self.add(node, function, parent, DEFAULT, ["inverted"], "check({}, ")
        elif kind == CursorKind.BINARY_OPERATOR:
            self.look_at_comparison(node, function)
        elif kind == CursorKind.UNARY_OPERATOR:
            self.look_at_negation(node, function)
        elif kind == CursorKind.CALL_EXPR:
            self.look_at_arguments(node, function)

    # What counts

    def begins_default(self, node, kind):
        """Whether what stands in it is a value that something begins with."""
        if kind in (CursorKind.FIELD_DECL, CursorKind.PARM_DECL):
            return True
        if kind == CursorKind.VAR_DECL:
            return node.type.get_canonical().kind == TypeKind.BOOL
        return kind == CursorKind.DEFAULT_STMT

    def is_of_type(self, node, child):
        """Whether a child of a declaration belongs to its type or to the size of an array."""
        if not child.extent.start.file or child.extent.start.file.name != node.location.file.name:
            return True
        if child.extent.start.offset < node.location.offset:
            return True
        between = self.between(node.location.file.name, node.location.offset,
                               child.extent.start.offset)
        return "[" in between and "=" not in between and "{" not in between

    def look_at_number(self, node, function, parent, default):
        text = self.raw(node)
        if not re.fullmatch(r"(0[xX][0-9a-fA-F']+|[0-9][0-9']*|[0-9.]+([eE][-+]?\d+)?|"
                            r"0x[0-9a-fA-F.]+p[-+]?\d+)[uUlLfF]*", text):
            return
        self.add_constant(node, function, parent, default)

    def add_constant(self, node, function, parent, default):
        ways = ["+ 1"] if default else ["+ 1", "- 1"]
        self.add(node, function, parent, DEFAULT if default else CONSTANT,
                 [f"{self.raw(node)} {way}" for way in ways],
                 "one_more({}, " if default else "by_one({}, ")

    def is_named_constant(self, node):
        target = node.referenced
        return (target is not None and target.kind == CursorKind.VAR_DECL
                and re.fullmatch(r"k[A-Z]\w*", node.spelling) is not None
                and node.type.get_canonical().kind in NUMBERS
                and self.raw(node).split("::")[-1] == node.spelling)

    def names_enumerator(self, node):
        target = node.referenced
        return (target is not None and target.kind == CursorKind.ENUM_CONSTANT_DECL
                and self.raw(node).split("::")[-1] == node.spelling)

    def look_at_comparison(self, node, function):
        children = list(node.get_children())
        if len(children) != 2:
            return
        left, right = children
        operator = self.gap(left, right)
        if operator not in OTHER_LIMIT:
            return
        if node.type.get_canonical().kind not in (TypeKind.BOOL, TypeKind.DEPENDENT):
            return
        if "<=>" in self.raw(left):
            return
        name, other = OTHER_LIMIT[operator]
        gap = self.raw_gap(left, right)
        at = left.extent.end.offset + gap.index(operator)
        self.add(node, function, node, LIMIT, [f"{operator} as {other}"], f"{name}({{}}, ",
                 ((at, at + len(operator), ","),))

    def look_at_negation(self, node, function):
        text = self.raw(node)
        operand = next(node.get_children(), None)
        if operand is None or not re.match(r"!(?!=)|~|-[^-]", text):
            return
        if text[0] == "!":
            self.add(node, function, node, NEGATION, ["without !"], "check({}, ")
        elif node.type.get_canonical().kind in NUMBERS:
            begin = node.extent.start.offset
            self.add(node, function, node, NEGATION, [f"without {text[0]}"],
                     "minus({}, " if text[0] == "-" else "complement({}, ",
                     ((begin, begin + 1, ""),))

    def look_at_arguments(self, node, function):
        arguments = list(node.get_arguments())
        if node.spelling in ALIKE or node.spelling.startswith("operator") or len(arguments) < 2:
            return
        target = node.referenced
        parameters = []
        if target is not None and target.kind != CursorKind.FUNCTION_TEMPLATE:
            parameters = [p.type for p in target.get_arguments()]
        for i in range(len(arguments) - 1):
            one, two = arguments[i], arguments[i + 1]
            if not (self.may_swap(one) and self.may_swap(two)):
                continue
            if len(parameters) > i + 1:
                if not self.take_same(*parameters[i:i + 2]):
                    continue
            elif any(self.plain(n).type.get_canonical().kind not in NUMBERS for n in (one, two)):
                continue
            if not self.are_same(one, two) or self.raw(one) == self.raw(two):
                continue
            between = self.raw_gap(one, two)
            if between is None or between.strip() != ",":
                continue
            texts = [self.plain_text(one), self.plain_text(two)]
            self.add_all(one, two, function, node, ARGUMENTS, [f"{', '.join(texts)} swapped"],
                         [(n.extent.start.offset, n.extent.end.offset,
                           "::flatline_removal::swapped({}, ", f", {other})")
                          for n, other in zip((one, two), reversed(texts))])

    def may_swap(self, node):
        """Read twice it gives the same."""
        if node.kind not in WITHOUT_EFFECT or not node.extent.start.file:
            return False
        if re.search(r"[{\"']|\b[A-Z_]{3,}\b|<=>|[^=!<>]=[^=]", self.raw(node)):
            return False
        return all(self.may_swap(child) for child in node.get_children()
                   if child.kind.is_expression())

    @staticmethod
    def take_same(one, two):
        """Parameters that may take each other's argument, and change neither."""
        for t in (one, two):
            if t.kind == TypeKind.LVALUEREFERENCE and not t.get_pointee().is_const_qualified():
                return False
            if t.kind == TypeKind.RVALUEREFERENCE:
                return False

        def bare(t):
            t = t.get_canonical()
            t = t.get_pointee() if t.kind == TypeKind.LVALUEREFERENCE else t
            return t.get_canonical()

        a, b = bare(one), bare(two)
        if a.kind in NUMBERS and b.kind in NUMBERS:
            return True
        return a.spelling.removeprefix("const ") == b.spelling.removeprefix("const ")

    def are_same(self, one, two):
        a, b = (self.plain(n).type.get_canonical() for n in (one, two))
        if a.kind in NUMBERS and b.kind in NUMBERS:
            return (a.kind in REAL) == (b.kind in REAL)
        if a.kind == TypeKind.POINTER:
            return a.get_pointee().spelling == b.get_pointee().spelling
        if a.kind in (TypeKind.ENUM, TypeKind.BOOL, TypeKind.RECORD):
            return a.spelling.removeprefix("const ") == b.spelling.removeprefix("const ")
        return False

    # Text

    def raw(self, node):
        begin, end = node.extent.start, node.extent.end
        if not begin.file or not end.file or begin.file.name != end.file.name:
            return ""
        return self.source(begin.file.name)[begin.offset:end.offset].decode("ascii", "replace")

    def raw_gap(self, left, right):
        if self.gap(left, right) is None:
            return None
        return self.source(left.extent.end.file.name)[
            left.extent.end.offset:right.extent.start.offset].decode("ascii", "replace")

    def plain_text(self, node):
        return re.sub(r"\s+", " ", COMMENT.sub(" ", self.raw(node))).strip()

    def add(self, node, function, around, kind, ways, call, replaced=()):
        bracket = (node.extent.start.offset, node.extent.end.offset,
                   f"::flatline_removal::{call}", ")")
        self.add_all(node, node, function, around, kind, ways, [bracket], replaced)

    def add_all(self, first, last, function, around, kind, ways, brackets, replaced=()):
        begin, end = first.extent.start, last.extent.end
        if not begin.file or not end.file or end.file.name != begin.file.name:
            return
        file = begin.file.name
        place = (file, begin.offset, end.offset, kind)
        if not file.startswith(self.folder) or place in self.seen:
            return
        raw = self.source(file)[begin.offset:end.offset].decode("ascii", "replace")
        if re.search(r"\n\s*#", raw) or not self.is_whole(raw):
            self.in_macros += 1
            return
        self.seen.add(place)
        text = self.plain_text(first if around is None else around)[:LONGEST_TEXT].strip()
        for i, way in enumerate(ways):
            self.checks[(*place, i)] = Change(
                file[len(self.folder):], begin.offset, end.offset, begin.line, function, text, way,
                kind, tuple(brackets) if i == 0 else (), tuple(replaced) if i == 0 else ())

    def sorted(self):
        return [self.checks[place] for place in sorted(
            self.checks, key=lambda p: (p[0], p[1], -p[2], p[3], p[4]))]
