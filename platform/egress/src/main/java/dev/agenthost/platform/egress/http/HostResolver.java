package dev.agenthost.platform.egress.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Where a name leads, at this moment. May block. */
interface HostResolver {
    List<InetAddress> of(String host) throws UnknownHostException;

    /** As the machine has it. */
    static List<InetAddress> here(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }
}
