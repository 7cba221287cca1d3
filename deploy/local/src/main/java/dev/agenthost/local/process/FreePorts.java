package dev.agenthost.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that nobody listens on at this moment.
 *
 * <p>They are taken below the range from which the operating system serves outgoing connections, so that a port that was
 * free here is rarely gone when a server binds it a second later. Whoever binds one must still be ready to try another.
 */
public final class FreePorts {
    /** Below are the ranges of boxes, {@link PortBlock}. */
    static final int LOWEST = 27_000;

    private static final int HIGHEST = 32_000;
    private static final int TRIES = 200;

    private FreePorts() {}

    /** A port that can be bound on loopback now. */
    public static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                return port;
            }
        }
        try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on loopback", e);
        }
    }

    /** Whether a server could bind this port on loopback now. */
    public static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
