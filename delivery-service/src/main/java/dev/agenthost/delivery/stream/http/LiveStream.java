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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One reader of one run. All steps run on the response's event loop; the three callbacks of the tail are dispatched to that loop.
 *
 * <pre>
 *  JOINING ──the tail joined──► LOOKUP ──unknown run──► WAITING ──its start came by the tail──► LIVE ──terminal──► ENDING ──sent──► CLOSED
 *                                 │                      │ looked up again after a delay        ▲
 *                                 └──the run is stored───┴──► REPLAYING, if it began earlier ────┘
 *  any but CLOSED ──the reader does not read, or too many bytes wait──► CLOSED
 * </pre>
 *
 * A start that came by the tail is not trusted before the first lookup: after the database was restored a run is repeated, and the start
 * that counts, for the transcript too, is the first one. While the database does not answer, a new stream waits.
 */
final class LiveStream implements ResultTail.Reader {

    private static final Logger LOG = Logger.getLogger(LiveStream.class);
    /** Most doublings of the delay between lookups of a run, so that thousands of waiting streams load the database little. */
    private static final int MAX_DOUBLINGS = 5;
    /** Time for one lookup; after it, and after a failure, the run is looked up again. */
    private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(2);

    private enum Phase {
        JOINING,
        LOOKUP,
        WAITING,
        REPLAYING,
        LIVE,
        ENDING,
        CLOSED
    }

    /** The collaborators of a stream. */
    record Dependencies(
            Vertx vertx,
            ResultTail tail,
            ResultLog log,
            ResultProgressRepository runs,
            StreamPolicy policy,
            StreamCloseListener closeListener,
            StreamBufferBudget.Total buffers) {}

    private final Dependencies dependencies;
    private final Context context;
    private final EventStreamResponse response;
    private final RunKey run;
    private final int partition;
    private final Consumer<LiveStream> onEnd;
    private final StreamProgress progress;

    private @Nullable ResultProgress runProgress;
    private @Nullable StreamReplay replay;
    private Phase phase = Phase.JOINING;
    private final AtomicBoolean drainScheduled = new AtomicBoolean();
    private long joinedOffset;
    private long keepAliveTimer;
    private int lookups;

    /** @param runProgress progress of the run, if it was read already */
    LiveStream(
            Dependencies dependencies,
            Context context,
            EventStreamResponse response,
            StreamRequest address,
            int partition,
            @Nullable ResultProgress runProgress,
            Consumer<LiveStream> onEnd) {
        this.dependencies = dependencies;
        this.context = context;
        this.response = response;
        this.run = address.run();
        this.partition = partition;
        this.progress = new StreamProgress(
                response,
                address,
                new StreamBufferBudget(dependencies.policy().readerBufferBytes(), dependencies.buffers()));
        this.runProgress = runProgress;
        this.onEnd = onEnd;
    }

    void start() {
        if (!response.isOpen()) {
            onEnd.accept(this); // The reader disconnected while its run was looked up, so no close handler would run.
            return;
        }
        response.onClosed(this::close);
        response.onWritable(this::onWritable);
        keepAliveTimer = dependencies
                .vertx()
                .setPeriodic(
                        dependencies.policy().keepAlive().toMillis(),
                        timer -> context.runOnContext(ignored -> checkReader()));
        dependencies.tail().join(partition, run.runId(), this);
    }

    @Override
    public void joined(long from, List<ResultLogEntry> recent) {
        onLoop(() -> {
            joinedOffset = from;
            progress.addRecent(recent);
            phase = Phase.LOOKUP;
            if (runProgress != null) {
                onFound(runProgress);
            } else {
                lookUp();
            }
        });
    }

    /** Entries that arrive before the step of the loop are processed by one step, and sent in one write. */
    @Override
    public void arrived(ResultLogEntry entry) {
        if (!progress.offer(entry)) {
            closeEarly(StreamCloseReason.SLOW);
        } else if (drainScheduled.compareAndSet(false, true)) {
            onLoop(this::drainQueue);
        }
    }

    private void drainQueue() {
        drainScheduled.set(false);
        boolean begins = progress.drainQueue();
        if (phase == Phase.WAITING && begins) {
            becomeLive();
        } else if (phase == Phase.LIVE) {
            drain();
        }
    }

    @Override
    public void lost() {
        closeEarly(StreamCloseReason.LOST);
    }

    /** Closes the stream, from any thread; the reader resumes on a new connection. */
    void closeEarly(StreamCloseReason reason) {
        onLoop(() -> closeEarlyNow(reason));
    }

    private void closeEarlyNow(StreamCloseReason reason) {
        dependencies.closeListener().closeEarly(reason);
        LOG.infof("a stream was closed before the end of its run: runId=%s errorCode=%s", run.runId(), reason.label());
        response.refuse(Problem.of(FailureCode.HOST_OVERLOADED, reason.sentence(), null), null);
        close();
    }

    /** Also checks a stream that is ending, because a stuck reader never reads its end. */
    private void checkReader() {
        if (phase != Phase.CLOSED && response.isStuck(dependencies.policy().unreadTimeout())) {
            closeEarlyNow(StreamCloseReason.STUCK);
        } else if (phase != Phase.CLOSED) {
            response.keepAlive();
        }
    }

    private void lookUp() {
        if (phase == Phase.LOOKUP || phase == Phase.WAITING) {
            dependencies
                    .runs()
                    .find(run)
                    .ifNoItem()
                    .after(LOOKUP_LIMIT)
                    .fail()
                    .subscribe()
                    .with(row -> onLoop(() -> onLookup(row)), failure -> onLoop(this::lookUpLater));
        }
    }

    private void onLookup(Optional<ResultProgress> row) {
        if (phase != Phase.LOOKUP && phase != Phase.WAITING) {
            return;
        }
        if (row.isPresent()) {
            onFound(row.get());
        } else {
            if (phase == Phase.WAITING && !progress.cursor().isResumed()) {
                response.open();
            }
            awaitStart();
        }
    }

    /**
     * Waits for the start of the run, and looks the run up after twice the delay of the lookup before. The tail brings every run that begins
     * from now on, so another lookup only finds a run that began before the tail and that this service had not applied yet.
     */
    private void awaitStart() {
        if (progress.hasRunStart()) {
            becomeLive();
            return;
        }
        phase = Phase.WAITING;
        lookUpLater();
    }

    private void lookUpLater() {
        long delay = dependencies.policy().lookupDelay().toMillis() << Math.min(lookups++, MAX_DOUBLINGS);
        dependencies.vertx().setTimer(delay, timer -> onLoop(this::lookUp));
    }

    private void onFound(ResultProgress row) {
        runProgress = row;
        if (row.ended() && !row.highest().isAfter(progress.cursor().after())) {
            end();
        } else if (row.startOffset() < joinedOffset) {
            phase = Phase.REPLAYING;
            replay = new StreamReplay(
                    dependencies.log(),
                    partition,
                    run.runId(),
                    joinedOffset,
                    progress,
                    this::onLoop,
                    this::replayEnded);
            replay.from(row.startOffset());
        } else {
            becomeLive();
        }
    }

    private void replayEnded(StreamReplay.Outcome outcome) {
        switch (outcome) {
            case REACHED_TAIL -> becomeLive();
            case ENDED -> end();
            case EXPIRED -> expired();
            case FAILED -> closeEarlyNow(StreamCloseReason.LOST);
        }
    }

    private void onWritable() {
        onLoop(() -> {
            StreamReplay current = replay;
            if (phase == Phase.REPLAYING && current != null) {
                current.resume();
            } else if (phase == Phase.LIVE) {
                drain();
            }
        });
    }

    private void becomeLive() {
        phase = Phase.LIVE;
        drain();
        if (phase == Phase.LIVE) {
            response.open();
        }
    }

    private void drain() {
        progress.drain();
        if (progress.cursor().ended()) {
            end();
        }
    }

    private void expired() {
        ResultProgress row = runProgress;
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
        response.end().onComplete(done -> context.runOnContext(ignored -> close()));
    }

    private void close() {
        if (phase == Phase.CLOSED) {
            return;
        }
        if (phase != Phase.ENDING) {
            forget();
        }
        phase = Phase.CLOSED;
        dependencies.vertx().cancelTimer(keepAliveTimer);
        onEnd.accept(this);
    }

    private void forget() {
        progress.forget();
        dependencies.tail().leave(partition, run.runId(), this);
    }

    /** Runs a step on the event loop, unless the stream has ended. */
    private void onLoop(Runnable step) {
        context.runOnContext(ignored -> {
            if (phase != Phase.ENDING && phase != Phase.CLOSED) {
                step.run();
            }
        });
    }
}
