package dev.agenthost.local.box;

import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.plan.BoxPorts;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes the state of the box for the commands: at each change, and every two seconds while it is up. */
final class StateReport {
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final BoxOptions options;
    private final BoxPorts ports;
    private final BoxProcesses children;
    private Phase phase = Phase.STARTING;
    private @Nullable String failure;

    StateReport(BoxOptions options, BoxPorts ports, BoxProcesses children) {
        this.options = options;
        this.ports = ports;
        this.children = children;
    }

    /** Checks the processes and writes the state until the box has ended. */
    void updateUntil(CountDownLatch end) {
        try {
            do {
                if (phase() == Phase.READY) {
                    children.checkAll();
                }
                writeWhileUp();
            } while (!end.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes a new phase at once. */
    synchronized void update(Phase now, @Nullable String why) {
        phase = now;
        failure = why;
        write();
    }

    /** Writes that it stops; one that failed stays so. */
    synchronized void stopping() {
        if (phase != Phase.FAILED) {
            update(Phase.STOPPING, null);
        }
    }

    private synchronized Phase phase() {
        return phase;
    }

    private synchronized void writeWhileUp() {
        if (phase == Phase.STARTING || phase == Phase.READY) {
            write();
        }
    }

    private void write() {
        var supervisor = BoxState.supervisor();
        var state = new BoxState(
                phase,
                supervisor.pid(),
                supervisor.startedAt().toString(),
                ports.front(),
                ports.kafka(),
                ports.postgres(),
                options.compilation(),
                failure,
                children.states());
        try {
            state.write(options.layout());
        } catch (IOException e) {
            options.progress().accept("cannot write " + options.layout().state() + ": " + e.getMessage());
        }
    }
}
