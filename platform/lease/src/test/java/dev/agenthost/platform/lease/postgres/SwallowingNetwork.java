package dev.agenthost.platform.lease.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What lies between a replica and its database: it carries bytes both ways, until it swallows them and says nothing of it. */
final class SwallowingNetwork implements AutoCloseable {
    private final ServerSocket door;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile Way way = new Way();

    SwallowingNetwork(int port) {
        this.port = port;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** From now on nothing gets through, in either direction, over any connection; nor is any end told. */
    void swallow() {
        way.swallows = true;
    }

    /** New connections work; of those that are there nothing is ever heard again. */
    void heal() {
        way = new Way();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = door.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.addAll(List.of(near, far));
                Way taken = way;
                Thread.ofVirtual().start(() -> carry(near, far, taken));
                Thread.ofVirtual().start(() -> carry(far, near, taken));
            }
        } catch (IOException closed) {
            close();
        }
    }

    private static void carry(Socket from, Socket to, Way way) {
        byte[] bytes = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (!way.swallows) {
                    out.write(bytes, 0, read);
                }
            }
        } catch (IOException ended) {
            // Said to the other end below, as a network does that works.
        }
        if (!way.swallows) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(SwallowingNetwork::close);
    }

    private static final class Way {
        volatile boolean swallows;
    }
}
