#!/usr/bin/env perl
# tests/checks/c_calls.pl [ROOT]: each function of the public C headers is called by a test, and
# those of flatline.h stand in the lists of tests/api/null_test.cpp, which pass NULL. Exit code 1
# with a line for each that is not.
use strict;
use warnings;

chdir($ARGV[0] // ($0 =~ s{[^/]*$}{}r) . "../..") or die "no such folder\n";
my $bad = 0;
sub complain { print "@_\n"; $bad = 1 }
sub slurp { my ($file) = @_; local $/; open(my $in, "<", $file) or die "$file: $!\n"; return <$in> }

my %header;
for my $file (glob("engine/include/flatline/*.h")) {
    (my $text = slurp($file)) =~ s{/\*.*?\*/}{}gs;
    $header{$1} = $file while $text =~ /FLATLINE_(?:PHYSFS_)?API\s[^;]*?\b(flatline_\w+)\(/g;
}
my $tests = join "", map { slurp($_) } grep { !/null_test/ }
    glob("tests/{api,load,physfs,write}/*.cpp");
my $nulls = slurp("tests/api/null_test.cpp");
for (sort keys %header) {
    complain("$_ is called by no test") if $tests !~ /\b$_\(/;
    next if $header{$_} =~ /physfs\.h$/;
    complain("$_ is not in the lists of tests/api/null_test.cpp") if $nulls !~ /X\($_\)/;
}
complain("no function was found, is this the repository?") if !%header;
exit $bad;
