#!/usr/bin/env perl
# tests/checks/loader_rules.pl [ROOT]: the list of engine/base/rule_parts.hpp has the rules that the
# sources of FLATLINE_PARTS=loader name, and no others, with nothing in their sentences that
# findings.cpp leaves out there. Which sources these are, engine/cmake/parts.cmake says.
use strict;
use warnings;
use FindBin;

my $root = $ARGV[0] // "$FindBin::Bin/../..";
chdir "$root/engine" or die "no engine: $!\n";

sub text_of {
    open my $file, '<', $_[0] or die "$_[0]: $!\n";
    local $/;
    return scalar <$file>;
}

my $parts = text_of('cmake/parts.cmake');
my ($rooms) = $parts =~ /set\(not_loader_rooms ([^)]*)\)/ or die "parts.cmake: no rooms\n";
my ($files) = $parts =~ /set\(not_loader_files\s+([^)]*)\)/ or die "parts.cmake: no files\n";
my %other_room = map { $_ => 1 } split ' ', $rooms;
my %other_file = map { $_ => 1 } split ' ', $files;
$other_room{$_} = 1 for qw(physfs model include);

my %known = text_of('include/flatline/rules.inc') =~ /^FLATLINE_RULE\((\w+), ("[^\n]*)/mg;
my $list = 'base/rule_parts.hpp';
my %listed = map { $_ => 1 } text_of($list) =~ /^\s+Rule::(\w+),/mg;
my %named;
for my $path (split /\n/, `find . -name '*.cpp' -o -name '*.hpp'`) {
    my ($name, $room) = $path =~ m{^\./((\w+)/.*)\.[ch]pp$} or next;
    next if $other_room{$room} || $other_file{$name} || "$name.hpp" eq $list;
    $named{$_} //= $path for grep { $known{$_} } text_of($path) =~ /\bRule::(\w+)/g;
}
die "found no rule in the sources\n" unless %named;
my $wrong = 0;
for (sort grep { !$listed{$_} } keys %named) {
    print "$list: $_ is not listed, but $named{$_} names it\n";
    $wrong = 1;
}
for (sort grep { !$named{$_} } keys %listed) {
    print "$list: no source of the loader names $_\n";
    $wrong = 1;
}
# findings.cpp has no words for these there.
for (sort grep { $known{$_} =~ /\{(part|game|cause|times)\}|, (rules|lock), / } keys %listed) {
    print "$list: a sentence of the loader has no words for $_\n";
    $wrong = 1;
}
exit $wrong;
