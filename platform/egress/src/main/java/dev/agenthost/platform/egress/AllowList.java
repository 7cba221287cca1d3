package dev.agenthost.platform.egress;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The private addresses that an operator permits.
 *
 * @param networks addresses that may be called, under any name
 * @param places {@code host:port} as in a URL, whatever its current address
 */
public record AllowList(List<Cidr> networks, Set<String> places) {
    /** Permits no private address. */
    public static final AllowList EMPTY = new AllowList(List.of(), Set.of());

    private static final Pattern PLACE = Pattern.compile("(?:\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+):\\d{1,5}");

    public AllowList {
        networks = List.copyOf(networks);
        places = Set.copyOf(places);
    }

    /** @throws IllegalArgumentException for an entry that is neither a network nor a {@code host:port} */
    public static AllowList parse(List<String> entries) {
        List<Cidr> networks = new ArrayList<>();
        Set<String> places = new HashSet<>();
        for (String entry : entries) {
            String text = entry.strip();
            if (text.indexOf('/') >= 0) {
                networks.add(Cidr.parse(text));
            } else if (PLACE.matcher(text).matches()) {
                places.add(text.replace("[", "").replace("]", "").toLowerCase(Locale.ROOT));
            } else {
                throw new IllegalArgumentException(entry + " must be a network or host:port");
            }
        }
        return new AllowList(networks, places);
    }

    boolean names(String host, int port) {
        return places.contains(host.toLowerCase(Locale.ROOT) + ":" + port);
    }

    boolean holds(InetAddress address) {
        return networks.stream().anyMatch(network -> network.holds(address));
    }
}
