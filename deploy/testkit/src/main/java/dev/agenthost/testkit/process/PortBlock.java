package dev.agenthost.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A range of ports on loopback that belongs to one box while this object is open.
 *
 * <p>A dead process leaves its port free until it is restarted. If another box of this machine took the port meanwhile, the front
 * door of the first would forward to the second. So a box holds the first port of its range bound, and no other box uses a range
 * whose first port is held.
 */
public final class PortBlock implements AutoCloseable {
    static final int LOWEST = 20_000;
    static final int SIZE = 64;
    static final int BLOCKS = (FreePorts.LOWEST - LOWEST) / SIZE;

    private final @Nullable ServerSocket mark;
    private final int end;
    private int next;

    private PortBlock(@Nullable ServerSocket mark, int first) {
        this.mark = mark;
        this.next = first + 1;
        this.end = mark == null ? next : first + SIZE;
    }

    /** Takes a free range; if all are held, an object that returns any free ports. */
    public static PortBlock take() {
        int from = ThreadLocalRandom.current().nextInt(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            int first = LOWEST + (from + i) % BLOCKS * SIZE;
            var mark = bound(first);
            if (mark != null) {
                return new PortBlock(mark, first);
            }
        }
        return new PortBlock(null, 0);
    }

    /** Another port each time, free at this moment. */
    public synchronized int next() {
        while (next < end) {
            int port = next++;
            if (FreePorts.isFree(port)) {
                return port;
            }
        }
        return FreePorts.next();
    }

    /** Releases the range. */
    @Override
    public void close() {
        if (mark != null) {
            try {
                mark.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static @Nullable ServerSocket bound(int port) {
        try {
            var socket = new ServerSocket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
                return socket;
            } catch (IOException taken) {
                socket.close();
                return null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no socket could be made", e);
        }
    }
}
