package dev.agenthost.orchestrator.runtime;

import dev.agenthost.platform.lease.Incarnation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one runtime: waits until this replica may claim it, dials, and dials again after growing pauses when the connection is lost.
 * The connection is also lost when another host takes the runtime over. Runs on one serial executor, without blocking.
 *
 * <pre>
 *   waiting ──taken──▶ held ──dial──▶ dialled ──lost, refused, superseded──▶ held (after a pause)
 *      ▲────────────── the lease is lost: the socket closes at once ◄──────────┘
 * </pre>
 */
public final class RuntimeKeeper {
    private static final Logger LOG = System.getLogger(RuntimeKeeper.class.getName());
    private static final Duration BETWEEN_ASKING = Duration.ofSeconds(1);
    /** The pause of a replica that has just lost a runtime, so that a waiting replica takes it first. */
    private static final Duration AFTER_LOSING = BETWEEN_ASKING.multipliedBy(2);

    /** Receives the state of a runtime, from any thread. */
    public interface Watcher extends RuntimeConnection.Observer {
        /** The runtime has no connection, for a new reason. */
        void troubled(RuntimeSettings runtime, String why);

        /** This replica has released the runtime. */
        void letGo(RuntimeSettings runtime);
    }

    private record Claim(Incarnation incarnation, long epoch) {}

    private final RuntimeSettings settings;
    private final RuntimeClaims claims;
    private final Dialer dialer;
    private final RuntimeConnectionFactory connections;
    private final Executor serial;
    private final LongSupplier nanos;
    private final Watcher watcher;
    private final BackOff backOff;
    private @Nullable Claim claim;
    private @Nullable DialAttempt dialled;
    private @Nullable String trouble;
    private boolean asking;
    private boolean stopped;
    private long nextAt;

    /**
     * @param backOff the pauses between its attempts to connect
     * @param serial runs its tasks one after another
     * @param nanos this process's monotonic clock
     */
    public RuntimeKeeper(
            RuntimeSettings settings,
            RuntimeClaims claims,
            Dialer dialer,
            RuntimeConnectionFactory connections,
            BackOff backOff,
            Executor serial,
            LongSupplier nanos,
            Watcher watcher) {
        this.settings = settings;
        this.claims = claims;
        this.dialer = dialer;
        this.connections = connections;
        this.backOff = backOff;
        this.serial = serial;
        this.nanos = nanos;
        this.watcher = watcher;
        this.nextAt = nanos.getAsLong();
    }

    /** Called several times a second, and at once when the lease was lost. */
    public void tick() {
        serial.execute(this::step);
    }

    /** Notes that a run waits for a runner that this replica does not have. */
    public void wanted() {
        serial.execute(() -> {
            if (dialled != null) {
                dialled.wanted();
            }
        });
    }

    /** Stops in order. */
    public void stop() {
        serial.execute(() -> {
            stopped = true;
            drop("the host is stopped");
        });
    }

    private void step() {
        long now = nanos.getAsLong();
        if (stopped) {
            return;
        }
        if (claim != null && !claim.incarnation().equals(claims.incarnation())) {
            drop("the lease was lost");
        }
        if (dialled != null) {
            dialled.tick(now);
        } else if (now - nextAt >= 0 && claims.mayAct()) {
            if (claim == null) {
                take(now);
            } else {
                dial();
            }
        }
    }

    private void take(long now) {
        if (asking) {
            return;
        }
        asking = true;
        nextAt = now + BETWEEN_ASKING.toNanos();
        Incarnation mine = claims.incarnation();
        claims.claim(settings.name(), mine)
                .subscribe()
                .with(
                        epoch -> serial.execute(() -> taken(mine, epoch)),
                        failure -> serial.execute(() -> asking = false));
    }

    private void taken(Incarnation as, OptionalLong epoch) {
        asking = false;
        if (epoch.isPresent() && !stopped && as.equals(claims.incarnation())) {
            LOG.log(Level.INFO, "{0} is held by this replica, epoch={1}", settings, epoch.getAsLong());
            claim = new Claim(as, epoch.getAsLong());
            nextAt = nanos.getAsLong();
            step();
        }
    }

    private void dial() {
        DialAttempt next = new DialAttempt(settings, connections, serial, nanos, watcher, new Owned());
        dialled = next;
        dialer.dial(settings, next);
    }

    private void drop(String why) {
        DialAttempt mine = dialled;
        dialled = null;
        trouble = null;
        nextAt = nanos.getAsLong() + AFTER_LOSING.toNanos();
        if (mine != null) {
            mine.abandon(why);
        }
        if (claim != null) {
            claim = null;
            watcher.letGo(settings);
        }
    }

    /** Receives the outcome of an attempt. */
    private final class Owned implements DialAttempt.Owner {
        @Override
        public void connected() {
            trouble = null;
        }

        @Override
        public void lost(DialAttempt which, String why, Duration lived) {
            RuntimeKeeper.this.lost(which, why, lived);
        }
    }

    private void lost(DialAttempt which, String why, Duration lived) {
        if (dialled != which) {
            return;
        }
        dialled = null;
        nextAt = nanos.getAsLong() + backOff.pause(lived).toNanos();
        if (!why.equals(trouble)) {
            trouble = why;
            watcher.troubled(settings, why);
        }
    }
}
