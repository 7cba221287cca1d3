package dev.agenthost.platform.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A network, {@code 10.1.0.0/16} or {@code fd00::/8}. */
record Cidr(byte[] prefix, int bits) {
    private static final Pattern LITERAL = Pattern.compile("[0-9a-fA-F:.]+");

    Cidr {
        prefix = prefix.clone();
    }

    /** @throws IllegalArgumentException for what is no network */
    static Cidr parse(String text) {
        int slash = text.indexOf('/');
        String literal = text.substring(0, slash);
        String length = text.substring(slash + 1);
        if (!LITERAL.matcher(literal).matches() || !length.matches("\\d{1,3}")) {
            throw no(text);
        }
        byte[] address;
        try {
            // A literal: nothing is looked up.
            address = InetAddress.getByName(literal).getAddress();
        } catch (UnknownHostException e) {
            throw no(text);
        }
        int bits = Integer.parseInt(length);
        if (bits > address.length * 8) {
            throw no(text);
        }
        return new Cidr(address, bits);
    }

    boolean holds(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != prefix.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit += 8) {
            int mask = bits - bit >= 8 ? 0xff : 0xff << 8 - (bits - bit) & 0xff;
            if ((bytes[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static IllegalArgumentException no(String text) {
        return new IllegalArgumentException(text + " must be a network");
    }
}
