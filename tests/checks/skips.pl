#!/usr/bin/env perl
# tests/checks/skips.pl [ROOT]: every GTEST_SKIP() says why in words that tools/test knows: one of
# the functions of tests/support/needs.hpp follows it, and a package that is named stands in
# tools/packages.txt, so that tools/test --full installs it. Fails with a line "file:line: what".
use strict;
use warnings;

chdir($ARGV[0] // ($0 =~ s{[^/]*$}{}r) . "../..") or die "no such folder\n";
sub slurp { my ($file) = @_; local $/; open(my $in, "<", $file) or die "$file: $!\n"; return <$in> }

my %listed = map { $_ => 1 } grep { !/^#/ } split /\n/, slurp("tools/packages.txt");
my @files = split /\0/, `find tests -name '*.[ch]pp' -print0`;
die "find failed\n" if $? != 0;
my ($bad, $skips) = (0, 0);
for my $file (sort grep { $_ ne "tests/support/needs.hpp" } @files) {
    my $text = slurp($file);
    while ($text =~ /GTEST_SKIP\(\)\s*(?:(<<\s*needs::(?:corpus|reference|package|other)\()(?:"([^"]*)")?)?/g) {
        my ($why, $what) = ($1, $2);
        my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
        ++$skips;
        my $fault;
        $fault = "GTEST_SKIP() without a reason of tests/support/needs.hpp" if !defined $why;
        if (defined $why && $why =~ /package/ && !$listed{$what // ""}) {
            $fault = "the package " . ($what // "of a variable") . " is not in tools/packages.txt";
        }
        next unless defined $fault;
        print "$file:$line: $fault\n";
        $bad = 1;
    }
}
if (!$skips) {
    print "no test skips, is this the repository?\n";
    $bad = 1;
}
exit $bad;
