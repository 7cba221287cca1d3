package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.ResultProgress;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.stream.ResultLog;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.delivery.stream.ResultTail;
import dev.agenthost.delivery.stream.StreamCloseListener;
import dev.agenthost.delivery.stream.StreamCloseReason;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.protocol.error.FailureCode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One reader of one run. All steps run on the response's event loop; the three calls of the tail are handed over to it.
 *
 * <pre>
 *  JOINING ──the tail's answer──► LOOKING ──the run's beginning came by the tail──► LIVE ──terminal──► ENDING ──taken──► CLOSED
 *                                   │ ▲ not there yet: again in a while               ▲
 *                                   └─┴─its row says it began earlier──► LOOKING_BACK ─┘
 *  any but CLOSED ──takes nothing, or too much waits──► CLOSED
 * </pre>
 */
final class LiveStream implements ResultTail.Reader {

    private static final Logger LOG = Logger.getLogger(LiveStream.class);
    /** Most doublings of the delay between lookups of a run, so that thousands of waiting streams load the database little. */
    private static final int MAX_DOUBLINGS = 5;

    private enum Phase {
        JOINING,
        LOOKING,
        LOOKING_BACK,
        LIVE,
        ENDING,
        CLOSED
    }

    /** The collaborators of a stream. */
    record Parts(
            Vertx vertx,
            ResultTail tail,
            ResultLog log,
            ResultProgressRepository runs,
            StreamPolicy policy,
            StreamCloseListener cuts,
            StreamBufferBudget.Together held) {}

    private final Parts parts;
    private final Context context;
    private final EventStreamResponse response;
    private final RunKey run;
    private final int partition;
    private final Consumer<LiveStream> onEnd;
    private final StreamProgress showing;

    private @Nullable ResultProgress standing;
    private @Nullable StreamReplay back;
    private Phase phase = Phase.JOINING;
    private final AtomicBoolean isToTakeIn = new AtomicBoolean();
    private long joinedFrom;
    private long watchTimer;
    private int lookups;

    /** @param standing progress of the run, if it was read already */
    LiveStream(
            Parts parts,
            Context context,
            EventStreamResponse response,
            StreamRequest address,
            int partition,
            @Nullable ResultProgress standing,
            Consumer<LiveStream> onEnd) {
        this.parts = parts;
        this.context = context;
        this.response = response;
        this.run = address.run();
        this.partition = partition;
        this.showing = new StreamProgress(
                response, address, new StreamBufferBudget(parts.policy().heldBytes(), parts.held()));
        this.standing = standing;
        this.onEnd = onEnd;
    }

    void start() {
        if (!response.isOpen()) {
            onEnd.accept(this); // The reader disconnected while its run was looked up, so no close handler would run.
            return;
        }
        response.onClosed(this::close);
        response.onRoom(this::hasRoom);
        watchTimer = parts.vertx()
                .setPeriodic(parts.policy().keepAlive().toMillis(), timer -> context.runOnContext(nothing -> watch()));
        parts.tail().join(partition, run.runId(), this);
    }

    @Override
    public void joined(long from, List<ResultLogEntry> recent) {
        onLoop(() -> {
            joinedFrom = from;
            showing.remembered(recent);
            phase = Phase.LOOKING;
            if (isProbablyYetToBegin()) {
                lookLater();
            } else {
                look();
            }
        });
    }

    /**
     * Returns true for a stream from the beginning whose run is probably new, as after a fresh event; the database is
     * then queried later.
     */
    private boolean isProbablyYetToBegin() {
        return standing == null && !showing.cursor().isResumed() && !showing.holdsTheBeginning();
    }

    /** Entries that arrive before the step of the loop are taken in by one step, and sent in one write. */
    @Override
    public void arrived(ResultLogEntry entry) {
        if (!showing.offer(entry)) {
            cut(StreamCloseReason.SLOW);
        } else if (isToTakeIn.compareAndSet(false, true)) {
            onLoop(this::takeIn);
        }
    }

    private void takeIn() {
        isToTakeIn.set(false);
        boolean begins = showing.takeIn();
        if (phase == Phase.LOOKING && begins) {
            goLive();
        } else if (phase == Phase.LIVE) {
            drain();
        }
    }

    @Override
    public void lost() {
        cut(StreamCloseReason.LOST);
    }

    /** Closes the stream, from any thread; the reader resumes on a new connection. */
    void cut(StreamCloseReason why) {
        onLoop(() -> cutNow(why));
    }

    private void cutNow(StreamCloseReason why) {
        parts.cuts().cut(why);
        LOG.infof("a stream was closed before the end of its run: runId=%s errorCode=%s", run.runId(), why.word());
        response.refuse(Problem.of(FailureCode.HOST_OVERLOADED, why.sentence(), null), null);
        close();
    }

    /** Also checks a stream that is ending, because a stuck reader never reads its end. */
    private void watch() {
        if (phase != Phase.CLOSED && response.isStuck(parts.policy().patience())) {
            cutNow(StreamCloseReason.STUCK);
        } else if (phase != Phase.CLOSED) {
            response.keepAlive();
        }
    }

    private void look() {
        if (phase != Phase.LOOKING) {
            return;
        }
        ResultProgress known = standing;
        if (showing.holdsTheBeginning()) {
            goLive();
        } else if (known != null) {
            found(known);
        } else {
            parts.runs()
                    .find(run)
                    .subscribe()
                    .with(row -> onLoop(() -> looked(row)), failure -> onLoop(this::lookLater));
        }
    }

    private void looked(Optional<ResultProgress> row) {
        if (phase != Phase.LOOKING) {
            return;
        }
        if (row.isPresent()) {
            found(row.get());
        } else {
            if (!showing.cursor().isResumed()) {
                response.open();
            }
            lookLater();
        }
    }

    /**
     * Looks the run up after twice the delay of the lookup before. The tail brings every run that begins from now on, so a lookup only finds
     * a run that began before the stream joined and that this service has not applied yet.
     */
    private void lookLater() {
        long delay = parts.policy().lookAgain().toMillis() << Math.min(lookups++, MAX_DOUBLINGS);
        parts.vertx().setTimer(delay, timer -> onLoop(this::look));
    }

    private void found(ResultProgress row) {
        standing = row;
        if (row.ended() && !row.highest().isAfter(showing.cursor().after())) {
            end();
        } else if (row.startOffset() < joinedFrom) {
            phase = Phase.LOOKING_BACK;
            back = new StreamReplay(
                    parts.log(), partition, run.runId(), joinedFrom, showing, this::onLoop, this::lookedBack);
            back.from(row.startOffset());
        } else {
            goLive();
        }
    }

    private void lookedBack(StreamReplay.Outcome outcome) {
        switch (outcome) {
            case CAUGHT_UP -> goLive();
            case ENDED -> end();
            case GONE -> gone();
            case FAILED -> cutNow(StreamCloseReason.LOST);
        }
    }

    private void hasRoom() {
        onLoop(() -> {
            StreamReplay looking = back;
            if (phase == Phase.LOOKING_BACK && looking != null) {
                looking.goOn();
            } else if (phase == Phase.LIVE) {
                drain();
            }
        });
    }

    private void goLive() {
        phase = Phase.LIVE;
        drain();
        if (phase == Phase.LIVE) {
            response.open();
        }
    }

    private void drain() {
        showing.drain();
        if (showing.cursor().ended()) {
            end();
        }
    }

    private void gone() {
        ResultProgress row = standing;
        response.refuse(
                Problem.of(
                        FailureCode.GONE,
                        "The stream of this run has expired. Its transcript is still available.",
                        null),
                row == null ? null : TranscriptLocation.address(row));
        close();
    }

    /** Ends the stream, which stays open until its reader has every frame. */
    private void end() {
        phase = Phase.ENDING;
        forget();
        response.end().onComplete(done -> context.runOnContext(nothing -> close()));
    }

    private void close() {
        if (phase == Phase.CLOSED) {
            return;
        }
        if (phase != Phase.ENDING) {
            forget();
        }
        phase = Phase.CLOSED;
        parts.vertx().cancelTimer(watchTimer);
        onEnd.accept(this);
    }

    private void forget() {
        showing.forget();
        parts.tail().leave(partition, run.runId(), this);
    }

    /** Runs a step on the event loop, unless the stream has ended. */
    private void onLoop(Runnable step) {
        context.runOnContext(nothing -> {
            if (phase != Phase.ENDING && phase != Phase.CLOSED) {
                step.run();
            }
        });
    }
}
