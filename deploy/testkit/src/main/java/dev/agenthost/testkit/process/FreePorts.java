package dev.agenthost.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses ports that are free at this moment.
 *
 * <p>They are below the range that the operating system uses for outgoing connections, so a port that was free here is rarely
 * taken when a server binds it a second later. A caller that binds one must still be ready to try another.
 */
public final class FreePorts {
    /** The ranges of boxes, {@link PortBlock}, are below. */
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

    /** Returns true if a server could bind this port on loopback now. */
    public static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
