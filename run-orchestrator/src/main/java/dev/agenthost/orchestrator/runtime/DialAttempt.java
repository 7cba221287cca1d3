package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.wire.Frame;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One attempt to connect to a runtime, and the resulting connection. */
final class DialAttempt implements Dialer.Line, RuntimeConnection.Observer {
    /** The owner of an attempt, called on its serial executor. */
    interface Owner {
        void connected();

        /** @param lived the time that it was connected */
        void lost(DialAttempt which, String why, Duration lived);
    }

    private final RuntimeSettings settings;
    private final RuntimeConnectionFactory connections;
    private final Executor serial;
    private final LongSupplier nanos;
    private final RuntimeConnection.Observer watcher;
    private final Owner owner;
    private final AtomicBoolean abandoned = new AtomicBoolean();
    private volatile @Nullable RuntimeConnection connection;
    private volatile long readyAt;

    DialAttempt(
            RuntimeSettings settings,
            RuntimeConnectionFactory connections,
            Executor serial,
            LongSupplier nanos,
            RuntimeConnection.Observer watcher,
            Owner owner) {
        this.settings = settings;
        this.connections = connections;
        this.serial = serial;
        this.nanos = nanos;
        this.watcher = watcher;
        this.owner = owner;
    }

    void tick(long now) {
        RuntimeConnection open = connection;
        if (open != null) {
            open.tick(now);
        }
    }

    void wanted() {
        RuntimeConnection open = connection;
        if (open != null) {
            open.wanted(nanos.getAsLong());
        }
    }

    void abandon(String why) {
        abandoned.set(true);
        RuntimeConnection open = connection;
        if (open != null) {
            open.end(why);
        }
    }

    @Override
    public void opened(Channel channel) {
        RuntimeConnection open = connections.create(channel, settings, this);
        connection = open;
        if (abandoned.get()) {
            open.end("not wanted any more");
        } else {
            open.open();
        }
    }

    @Override
    public boolean received(String text) {
        RuntimeConnection open = connection;
        return open == null || open.received(text);
    }

    @Override
    public void misunderstood(RuntimeConnection which, Frame.Invalid invalid, boolean first) {
        watcher.misunderstood(which, invalid, first);
    }

    @Override
    public void closed(String why) {
        RuntimeConnection open = connection;
        if (open != null) {
            open.closed(why);
        }
    }

    @Override
    public void failed(String why) {
        serial.execute(() -> owner.lost(this, why, Duration.ZERO));
    }

    @Override
    public void ready(RuntimeConnection ready) {
        readyAt = nanos.getAsLong();
        serial.execute(owner::connected);
        watcher.ready(ready);
    }

    @Override
    public void changed(RuntimeConnection changed) {
        watcher.changed(changed);
    }

    @Override
    public void roomier(RuntimeConnection freed) {
        watcher.roomier(freed);
    }

    @Override
    public void ended(RuntimeConnection ended, String why) {
        Duration lived = readyAt == 0 ? Duration.ZERO : Duration.ofNanos(nanos.getAsLong() - readyAt);
        watcher.ended(ended, why);
        serial.execute(() -> owner.lost(this, why, lived));
    }
}
