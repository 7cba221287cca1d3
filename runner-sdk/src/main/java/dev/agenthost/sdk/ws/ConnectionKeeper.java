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

/** Maintains one connection: opens it, waits until it is lost, pauses, opens the next. */
public final class ConnectionKeeper {
    private static final Logger LOG = System.getLogger(ConnectionKeeper.class.getName());

    private final URI address;
    private final String key;
    private final RunnerPlugin plugin;
    private final Backoff backoff;
    private final HttpClient http;
    private final ScheduledExecutorService timers;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread keeper =
            Thread.ofVirtual().name("agenthost-runner-link").unstarted(this::maintain);
    private volatile @Nullable Connection current;

    private ConnectionKeeper(URI address, String key, RunnerPlugin plugin, Backoff backoff) {
        this.address = address;
        this.key = key;
        this.plugin = plugin;
        this.backoff = backoff;
        this.http = HttpClient.newBuilder()
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        this.timers = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("agenthost-runner-timers").factory());
    }

    public static ConnectionKeeper start(URI address, String key, RunnerPlugin plugin) {
        return start(address, key, plugin, Backoff.DEFAULT);
    }

    static ConnectionKeeper start(URI address, String key, RunnerPlugin plugin, Backoff backoff) {
        ConnectionKeeper link = new ConnectionKeeper(address, key, plugin, backoff);
        link.keeper.start();
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
        keeper.interrupt();
    }

    private void maintain() {
        int failures = 0;
        try {
            while (!isClosing()) {
                Backoff pace = backoff;
                try {
                    Connection connection = Connection.open(http, address, key, plugin, timers);
                    current = connection;
                    LOG.log(Level.INFO, "registered {0}/{1} at {2}", plugin.author(), plugin.name(), address);
                    failures = 0;
                    connection.awaitClosed();
                    LOG.log(Level.INFO, "connection to {0} closed", address);
                } catch (KeyRefusedException e) {
                    // Logged each time, because it is rare and logged nowhere else.
                    LOG.log(
                            Level.WARNING,
                            "{0}/{1} at {2}: {3}",
                            plugin.author(),
                            plugin.name(),
                            address,
                            e.getMessage());
                    pace = backoff.afterRefusal();
                } catch (ConnectionLostException e) {
                    // Logged once: a host that is unavailable for an hour needs no log of ten thousand lines.
                    LOG.log(
                            failures == 0 ? Level.WARNING : Level.DEBUG,
                            "no connection to {0}: {1}",
                            address,
                            e.getMessage());
                }
                current = null;
                failures++;
                Duration pause =
                        pace.pause(failures, ThreadLocalRandom.current().nextDouble());
                if (closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            // Only close() interrupts.
        } finally {
            Connection connection = current;
            if (connection != null) {
                connection.close();
            }
            timers.shutdownNow();
            http.shutdownNow();
            closed.countDown();
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }
}
