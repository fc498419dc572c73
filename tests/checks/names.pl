#!/usr/bin/env perl
# tests/checks/names.pl [ROOT]: nothing that other files can see is defined in two files, which no
# compiler and no linker finds where it is inline: a function with the same parameters, a type, a
# variable of a header. Reads declarations as clang-format leaves them, from the first column. Exit
# code 1 with a line "file:line: what" for each.
use strict;
use warnings;

chdir($ARGV[0] // ($0 =~ s{[^/]*$}{}r) . "../..") or die "no such folder\n";

# types_of(PARAMETERS): their types, without names, defaults and blanks.
sub types_of {
    my ($list) = @_;
    my ($depth, @all) = (0, "");
    for my $c (split //, $list) {
        $depth += ($c =~ /[<(\[{]/) - ($c =~ /[>)\]}]/);
        if ($c eq "," && $depth == 0) { push @all, "" } else { $all[-1] .= $c }
    }
    for (@all) {
        s/\s*=.*//s;
        s/^\s+|\s+$//g;
        s/[\s&*>]\K\w+((?:\[\w*\])?)$/$1/ unless /^(?:const )?[\w:]+$/;
        s/\s//g;
    }
    return join ",", @all;
}

# defines(TEXT, FILE): the name that a declaration defines for other files, or nothing.
sub defines {
    my ($text, $file) = @_;
    if ($text =~ /^(?:struct|class|enum(?: class)?|union)\s+(?:\[\[\w+\]\]\s+)?(\w+(?:<.*>)?)(?: final)?\s*(?::[^:{][^{]*)?\{/s) {
        return $1;
    }
    if ($text =~ /^[^=;{]*?[\s&*](operator[^\s\w(]+|\w+)\(([^{;]*)\)\s*(?:const\s*)?(?:noexcept\s*)?\{/s) {
        my ($name, $parameters) = ($1, $2);
        return "$name(" . types_of($parameters) . ")";
    }
    return $1 if $file =~ /\.h/ && $text =~ /^(?:inline |constexpr |const )+[^={(]*?[\s&*](\w+)(?:\[\w*\])*\s*[={]/s;
    return;
}

my %places;
# What tools/web defines stands there for files that the page is built without.
my @files = grep { !m{^tools/web/} } sort split /\0/, `find @{[grep { -e } qw(engine tools)]} -name '*.[hc]*' -type f -print0`;
die "find failed\n" if $? != 0;
# Of two files for two systems one is compiled, so the other's names are none beside its.
for my $file (grep { /\.(?:hpp|h|cpp)$/ && !/_windows\.cpp$/ } @files) {
    open(my $in, "<", $file) or die "$file: $!\n";
    my (@spaces, $first);
    my $open = "";
    while (my $line = <$in>) {
        if ($line =~ /^(?:inline )?namespace ?([\w:]*) ?\{/) { push @spaces, $1; next }
        if ($line =~ m{^\}\s+// (?:inline )?namespace\b}) { pop @spaces; next }
        next if grep { $_ eq "" } @spaces;  # its own
        $line =~ s{//.*}{};
        if ($open eq "") {
            next if $line !~ /^(?:[a-zA-Z]|\[\[)/ || $line =~ /^(?:using|extern|static|typedef|public|private|protected)\b/;
            $first = $.;
        }
        $open .= $line;
        # A declaration ends with the line on which its body or its value begins.
        next unless $open =~ /[;{}=]\s*$/;
        my ($text) = $open =~ /^(?:template\s*<.*?>\n)?(.*)/s;
        $open = "";
        my $name = defines($text, $file) // next;
        push @{$places{join "::", @spaces, $name}{$file}}, $first;
    }
}

my $bad = 0;
for my $name (sort keys %places) {
    my ($one, @others) = sort keys %{$places{$name}};
    for my $file (@others) {
        print "$file:$places{$name}{$file}[0]: $name is defined in $one too\n";
        ++$bad;
    }
}
if (!@files) {
    print "no source found, is this the repository?\n";
    $bad = 1;
}
exit($bad != 0);
