#!/usr/bin/env perl
# tests/checks/lifetimes.pl [ROOT]: each member function of the public headers that gives a view, a
# pointer or a reference into its object says FLATLINE_LIFETIMEBOUND, so that clang warns where the
# object is a temporary that has ended before the view is used. Fails with a line "file:line: name".
use strict;
use warnings;
use File::Basename qw(dirname);

chdir($ARGV[0] // dirname(__FILE__) . '/../..') or die;

# What refers to somebody else's bytes, whatever becomes of the object.
my %elsewhere = (
    'host.hpp' => qr/^(data|begin|end|operator\[\])$/,  # of a View
    'map.hpp' => qr/^field_default$/,                   # static
    'result.hpp' => qr/^kept$/,                         # of the handle, not of the range
);
my $into = qr/(?:View<[^;{}()]*>|Bytes|std::string_view|(?:const\s+)?[\w:]+\s*[&*])/;

my $failed = 0;
my $seen = 0;
for my $path (glob 'engine/include/flatline/*.hpp') {
    open(my $in, '<', $path) or die "$path: $!\n";
    my $text = do { local $/; <$in> };
    (my $file = $path) =~ s{.*/}{};
    # Members are indented; free functions are not, and an assignment gives the object itself.
    while ($text =~ /^[ ]{4,}(?:constexpr\s+)?$into\s*\b((?!operator=)\w+|operator\[\])\([^;{}()]*\)(?:\s*const)?\s+noexcept\b(\s+FLATLINE_LIFETIMEBOUND)?/mg) {
        my ($name, $said) = ($1, $2);
        ++$seen;
        next if $said || $name =~ ($elsewhere{$file} // qr/(?!)/);
        my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
        print "$path:$line: $name gives what lives in its object, without FLATLINE_LIFETIMEBOUND\n";
        $failed = 1;
    }
}
if (!$seen) {
    print "engine/include/flatline: no such function\n";
    $failed = 1;
}
exit $failed;
