package dev.agenthost.platform.egress.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;

/**
 * Looks names up on threads of its own: one may take as long as the system's resolver is patient, and no other blocking work
 * to do waits for that.
 */
final class AsyncHostResolver {
    /** At once; a further one waits. */
    private static final int THREADS = 16;

    private final WorkerExecutor threads;
    private final HostResolver lookup;

    AsyncHostResolver(Vertx vertx, HostResolver lookup) {
        this.threads = vertx.createSharedWorkerExecutor("egress-lookup", THREADS);
        this.lookup = lookup;
    }

    Future<List<InetAddress>> of(String host) {
        return threads.executeBlocking(() -> lookup.of(host), false).map(Objects::requireNonNull);
    }
}
