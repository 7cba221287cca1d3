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

/** A network between a replica and its database: it forwards bytes both ways, until it silently drops them. */
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

    /** Drops all bytes from now on, in both directions, over every connection; closed ends are not reported. */
    void swallow() {
        way.swallows = true;
    }

    /** Lets new connections work; existing ones stay silent. */
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
            // The other end is closed below, as in a working network.
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
