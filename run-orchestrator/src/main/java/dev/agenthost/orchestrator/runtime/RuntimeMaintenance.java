package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.runner.RefusedRunner;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SingleResponse;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.orchestrator.wire.WireLink;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Sends a runtime the requests beside its runs: the start-up, then pings and requests for its list of runners. */
public final class RuntimeMaintenance {
    /** Receives the progress. */
    public interface Outcome {
        void started();

        /** The runtime's list of runners changed. */
        void changed();

        /** The connection cannot be used. */
        void failed(String why);

        boolean isOver();
    }

    private final WireLink link;
    private final RuntimeSettings settings;
    private final RuntimeIdentity identity;
    private final RuntimeTiming pace;
    private final LongSupplier nanos;
    private final Outcome outcome;
    private final PendingRequest ping;
    private final PendingRequest list;
    private final Heartbeat heart;
    private final RunnerListPoller roll;
    private final long openedAt;
    private volatile boolean started;
    private volatile @Nullable String listFailure;
    private volatile PluginVersions versions = PluginVersions.NONE;

    /** @param nanos this process's monotonic clock */
    public RuntimeMaintenance(
            WireLink link,
            RuntimeSettings settings,
            RuntimeIdentity identity,
            RuntimeTiming pace,
            LongSupplier nanos,
            Outcome outcome) {
        this.link = link;
        this.settings = settings;
        this.identity = identity;
        this.pace = pace;
        this.nanos = nanos;
        this.outcome = outcome;
        this.ping = new PendingRequest(link);
        this.list = new PendingRequest(link);
        this.openedAt = nanos.getAsLong();
        this.heart = new Heartbeat(pace.ping(), openedAt);
        this.roll = new RunnerListPoller(pace.look(), pace.refresh(), openedAt);
    }

    public boolean isStarted() {
        return started;
    }

    public RunnerListing listed() {
        return roll.last();
    }

    /** Returns the unusable runners, each with its reason, and the list itself if the last request for it failed. */
    public List<RunnerConnection.Refusal> refused() {
        String failure = listFailure;
        List<RunnerConnection.Refusal> refused = new ArrayList<>(listed().refused());
        if (failure != null) {
            refused.add(
                    new RunnerConnection.Refusal(settings.toString(), new RefusedRunner(RefusedRunner.ANY, failure)));
        }
        return refused;
    }

    /** Pending requests without those of runs; at most two: the plugins are requested after the runners. */
    public int inFlight() {
        return (ping.isOpen() ? 1 : 0) + (list.isOpen() ? 1 : 0);
    }

    public void open() {
        next(StartUp.of(settings, identity).iterator());
    }

    private void next(Iterator<StartUp.Ask> asks) {
        if (outcome.isOver()) {
            return;
        }
        if (!asks.hasNext()) {
            started = true;
            outcome.started();
            tick(nanos.getAsLong());
            return;
        }
        StartUp.Ask ask = asks.next();
        link.request(ask.action(), ask.data(), ask.tenant(), new SingleResponse(link, answer -> {
            if (answer.failed()) {
                outcome.failed("the runtime refused " + ask.action() + ": " + TruncatedText.line(answer.message()));
            } else {
                next(asks);
            }
        }));
    }

    public void tick(long now) {
        if (!started) {
            if (now - openedAt > pace.startUp().toNanos()) {
                outcome.failed("the runtime did not complete the start-up in time");
            }
            return;
        }
        switch (heart.renew(now)) {
            case NOTHING -> {}
            case PING -> ping.ask(StartUp.ping(), answer -> heart.answered(!answer.failed()));
            case STOPPED -> {
                outcome.failed("the runtime answered no ping");
                return;
            }
        }
        if (roll.isDue(now) && !list.ask(StartUp.list(identity), this::heard)) {
            roll.missed(now);
        }
    }

    private void heard(Frame.Response answer) {
        long now = nanos.getAsLong();
        String failure = answer.failed()
                ? "list_agent_runners failed: " + TruncatedText.line(answer.message())
                : answer.data().path("runners").isArray() ? null : "list_agent_runners answered no list of runners";
        boolean another = !Objects.equals(failure, listFailure);
        listFailure = failure;
        if (failure != null) {
            roll.missed(now);
        } else {
            another |= roll.answered(versions.of(RunnerListing.read(answer.data(), settings)), now);
            list.ask(StartUp.plugins(identity), this::heardPlugins);
        }
        if (another && !outcome.isOver()) {
            outcome.changed();
        }
    }

    /** Leaves the versions as they are after a failure. */
    private void heardPlugins(Frame.Response answer) {
        if (answer.failed()) {
            return;
        }
        versions = PluginVersions.read(answer.data());
        RunnerListing listed = versions.of(roll.last());
        if (!listed.equals(roll.last()) && roll.answered(listed, nanos.getAsLong()) && !outcome.isOver()) {
            outcome.changed();
        }
    }

    /** Schedules a request soon: the list may have changed. */
    public void hint() {
        roll.hint(nanos.getAsLong());
    }

    /** Notes that a caller needs an unlisted runner. */
    public void wanted(long now) {
        roll.wanted(now);
    }
}
