package dev.agenthost.platform.egress.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves a host name to its current addresses. May block. */
interface HostResolver {
    List<InetAddress> of(String host) throws UnknownHostException;

    /** Resolves by the resolver of this machine. */
    static List<InetAddress> here(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }
}
