package dev.agenthost.orchestrator.lifecycle.postgres;

import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A database that accepts every connection and never answers, like a frozen one. */
public final class Silence implements AutoCloseable {
    private final ServerSocket socket;
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();

    public Silence() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::take);
    }

    /** A pool of this database. */
    public Pool pool(Vertx vertx) {
        return Pool.newInstance(ConnectionPools.open(vertx, List.of(address()), new PoolOptions().setMaxSize(8)));
    }

    PgConnectOptions address() {
        return new PgConnectOptions()
                .setHost(socket.getInetAddress().getHostAddress())
                .setPort(socket.getLocalPort())
                .setUser("nobody")
                .setPassword("nothing")
                .setDatabase("none");
    }

    /** The number of connections so far. */
    public int connections() {
        return accepted.size();
    }

    private void take() {
        try {
            while (true) {
                accepted.add(socket.accept());
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket each : accepted) {
            each.close();
        }
    }
}
