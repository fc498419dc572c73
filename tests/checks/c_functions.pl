#!/usr/bin/env perl
# tests/checks/c_functions.pl [ROOT]: C offers what C++ does. c_functions.tsv beside this file has a
# line for each public function of the C++ headers, and for each member of the structs that calls
# take (options, hooks, lumps): the functions or struct.members of C that do the same, or "-" and
# why C needs none. Fails where a line is missing, stands for nothing, or names what C has not; where
# a C function is in no test; and where one is missing in the lists of capi_null_test.cpp.
use strict;
use warnings;

chdir($ARGV[0] // ($0 =~ s{[^/]*$}{}r) . "../..") or die "no such folder\n";
my $include = "engine/include/flatline";
my $bad = 0;
sub complain { print "@_\n"; $bad = 1 }
sub slurp { my ($file) = @_; local $/; open(my $in, "<", $file) or die "$file: $!\n"; return <$in> }

# What C has: functions, and the members of its structs.
my (%functions, %members, %physfs);
for my $file (glob("$include/*.h")) {
    my $text = slurp($file);
    $text =~ s{/\*.*?\*/}{}gs;
    while ($text =~ /FLATLINE_(PHYSFS_)?API\s[^;]*?\b(flatline_\w+)\(/g) {
        $functions{$2} = 1;
        $physfs{$2} = 1 if $1;
    }
    while ($text =~ /typedef struct (flatline_\w+) \{(.*?)\n\} \1;/gs) {
        my ($struct, $body) = ($1, $2);
        $members{"$struct.$1"} = 1 while $body =~ /\b(\w+)(?:\[[^\]]*\])?\s*[,;]/g;
        $members{"$struct.$1"} = 1 while $body =~ /\(\*(\w+)\)/g;
    }
}

# What C++ has.
my %wanted;
for my $file (glob("$include/*.hpp")) {
    next if $file =~ m{/(?:testing|owned)\.hpp$};  # for tests; detail
    (my $header = $file) =~ s{.*/}{};
    my ($class, $hidden, $detail) = ("", 0, 0);
    (my $text = slurp($file)) =~ s/\nnamespace detail \{[^{}]*\}//g;
    for my $line (split /\n/, $text) {
        $detail = 1 if $line =~ /^namespace detail /;
        $detail = 0 if $line =~ m{^\}\s*// namespace detail};
        next if $detail;
        $line =~ s{//.*}{};
        $line =~ s{\[\[nodiscard\]\] }{};
        if ($line =~ /^(?:class|struct)\s+(?:\[\[nodiscard\]\] )?(?:FLATLINE_API )?(\w+)[^;]*\{/) {
            ($class, $hidden) = ($1, 0);
        } elsif ($line =~ /^\};/) {
            ($class, $hidden) = ("", 0);
        }
        $hidden = 1 if $line =~ /^private:/;
        $hidden = 0 if $line =~ /^public:/;
        next if $hidden || $line =~ /^ *(?:return|else|using|explicit|friend|if|for|while|case)\b/;
        if ($line =~ /^(    )?[A-Za-z][\w:<>,*& ]*[*& ]([a-z]\w*)\(/) {
            $wanted{$header . "\t" . ($1 ? "${class}::$2" : $2)} = 1;
        } elsif ($class =~ /(?:Options|Hooks|Input|Lumps|LumpView|Sinks?)$/) {
            (my $member = $line) =~ s/\s*(?:=.*|\{.*;|;)\s*$//;
            if ($line =~ /^    \S.*?\(\*(\w+)\)\(/) {
                $wanted{"$header\t${class}::$1"} = 1;
            } elsif ($member =~ /^    [A-Za-z][\w:<>*& ]*?[*&> ]([a-z]\w*(?:, \w+)*)$/) {
                $wanted{"$header\t${class}::$_"} = 1 for split /, /, $1;
            }
        }
    }
}
if (($ARGV[1] // "") eq "--list") { print "$_\n" for sort keys %wanted; exit }

# The table.
my (%stands, %used);
my $line = 0;
for (split /\n/, slurp("tests/checks/c_functions.tsv")) {
    ++$line;
    next if /^#/ || !/\S/;
    my ($header, $name, $c) = split /\t/;
    my $where = "tests/checks/c_functions.tsv:$line";
    if (!defined $c) { complain("$where: a line is header, C++ name, C names, with tabs"); next }
    complain("$where: $header has no $name") if $header ne "-" && !$wanted{"$header\t$name"};
    $stands{"$header\t$name"} = 1;
    if ($c =~ /^-(.*)/) {
        complain("$where: why does C need none?") if length $1 < 5;
        next;
    }
    for my $word (split / /, $c) {
        $used{$word} = 1;
        complain("$where: C has no $word") if !$functions{$word} && !$members{$word};
    }
}
for (sort keys %wanted) {
    complain("$_: write the C functions of it to tests/checks/c_functions.tsv") if !$stands{$_};
}
for (sort keys %functions) {
    complain("$_ stands for nothing in tests/checks/c_functions.tsv") if !$used{$_};
}

# Each C function is called by a test, and with NULL.
my $tests = join "", map { slurp($_) } grep { !/capi_null_test/ }
    glob("tests/api/*.cpp tests/physfs/*.cpp tests/write/*.cpp");
my $nulls = slurp("tests/api/capi_null_test.cpp");
for (sort keys %functions) {
    complain("$_ is called by no test") if $tests !~ /\b$_\b/;
    next if $physfs{$_};
    complain("$_ is not in the lists of tests/api/capi_null_test.cpp") if $nulls !~ /X\($_\)/;
}
if (keys %functions < 200 || keys %wanted < 200) {
    complain("few functions were found, is this the repository?");
}
exit $bad;
