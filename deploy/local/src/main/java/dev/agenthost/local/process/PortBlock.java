package dev.agenthost.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A range of ports on loopback that is one box's for as long as this object is open.
 *
 * <p>A process that died leaves its port free until it is started again. If another box of this machine took it meanwhile, the
 * front door of the first would lead into the second. So a box holds the first port of its range bound, and no other box takes a
 * port from a range whose first port is held.
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

    /** A range that nobody holds; where all are held, one that gives out whatever is free. */
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

    /** Others may take the range. */
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
