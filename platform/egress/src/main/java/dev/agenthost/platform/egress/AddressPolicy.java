package dev.agenthost.platform.egress;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/**
 * Decides which addresses may be called. A user who configures one must not reach through this host what only the
 * host's network can reach.
 *
 * @param allowPrivate permits loopback and private networks: for one machine, or for receivers inside
 * @param allow the other addresses that an operator permits
 */
public record AddressPolicy(boolean allowPrivate, AllowList allow) {

    public AddressPolicy(boolean allowPrivate) {
        this(allowPrivate, AllowList.EMPTY);
    }

    /** Returns true if every address of the host may be called; one forbidden address refuses the host. */
    public boolean allows(String host, int port, List<InetAddress> addresses) {
        return !addresses.isEmpty()
                && (allowPrivate
                        || allow.names(host, port)
                        || addresses.stream().allMatch(address -> isPublic(address) || allow.holds(address)));
    }

    static boolean isPublic(InetAddress address) {
        return !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isSiteLocalAddress()
                && !address.isMulticastAddress()
                && (address instanceof Inet6Address v6 ? isPublic6(v6.getAddress()) : isPublic4(address.getAddress()));
    }

    /** Excludes, beyond the JDK's checks, the ranges of the IANA registry that are not global, and Azure's wire server. */
    private static boolean isPublic4(byte[] b) {
        int first = b[0] & 0xff;
        int second = b[1] & 0xff;
        int third = b[2] & 0xff;
        return first != 0
                && first < 240
                && !(first == 100 && second >= 64 && second < 128)
                && !(first == 192 && second == 0 && (third == 0 || third == 2))
                && !(first == 192 && second == 88 && third == 99)
                && !(first == 198 && (second == 18 || second == 19))
                && !(first == 198 && second == 51 && third == 100)
                && !(first == 203 && second == 0 && third == 113)
                && !(first == 168 && second == 63 && third == 129 && (b[3] & 0xff) == 16);
    }

    /**
     * Accepts 2000::/3 only, which alone is routed. In it 2002::/16 and Teredo embed IPv4 addresses, as do 64:ff9b::/96
     * and ::/96 outside it; 2001::/23 is for protocols, 2001:db8::/32 and 3fff::/20 are for documentation.
     */
    private static boolean isPublic6(byte[] b) {
        int first = (b[0] & 0xff) << 8 | b[1] & 0xff;
        int second = (b[2] & 0xff) << 8 | b[3] & 0xff;
        return (first & 0xe000) == 0x2000
                && first != 0x2002
                && !(first == 0x2001 && second < 0x0200)
                && !(first == 0x2001 && second == 0x0db8)
                && !(first == 0x3fff && second < 0x1000);
    }
}
