package dev.agenthost.sdk.ws;

import dev.agenthost.sdk.RunnerPlugin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps one connection: opens it, waits until it is lost, pauses, opens the next. */
public final class Link {
    private static final Logger LOG = System.getLogger(Link.class.getName());
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final URI address;
    private final String key;
    private final RunnerPlugin plugin;
    private final Backoff backoff;
    private final HttpClient http;
    private final ScheduledExecutorService timers;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Connection current;

    private Link(URI address, String key, RunnerPlugin plugin, Backoff backoff) {
        this.address = address;
        this.key = key;
        this.plugin = plugin;
        this.backoff = backoff;
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        this.timers = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("agenthost-runner-timers").factory());
    }

    public static Link start(URI address, String key, RunnerPlugin plugin) {
        return start(address, key, plugin, Backoff.DEFAULT);
    }

    static Link start(URI address, String key, RunnerPlugin plugin, Backoff backoff) {
        Link link = new Link(address, key, plugin, backoff);
        Thread.ofVirtual().name("agenthost-runner-link").start(link::keep);
        return link;
    }

    public boolean isRegistered() {
        Connection connection = current;
        return connection != null && connection.isOpen();
    }

    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    public void close() {
        closing.countDown();
        Connection connection = current;
        if (connection != null) {
            connection.close();
        }
    }

    private void keep() {
        int failures = 0;
        try {
            while (!isClosing()) {
                try {
                    Connection connection = Connection.open(http, address, key, plugin, timers);
                    current = connection;
                    LOG.log(Level.INFO, "registered {0}/{1} at {2}", plugin.author(), plugin.name(), address);
                    failures = 0;
                    if (isClosing()) {
                        connection.close();
                    }
                    connection.awaitClosed();
                    LOG.log(Level.INFO, "connection to {0} is gone", address);
                } catch (ConnectionLostException e) {
                    // Said once: a host that is away for an hour needs no log of ten thousand lines.
                    LOG.log(
                            failures == 0 ? Level.WARNING : Level.DEBUG,
                            "no connection to {0}: {1}",
                            address,
                            e.getMessage());
                }
                current = null;
                failures++;
                Duration pause =
                        backoff.pause(failures, ThreadLocalRandom.current().nextDouble());
                if (closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            timers.shutdownNow();
            http.shutdownNow();
            closed.countDown();
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }
}
