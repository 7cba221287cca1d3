package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.run.RunLedger;
import dev.agenthost.delivery.run.RunStanding;
import dev.agenthost.delivery.stream.LogEntry;
import dev.agenthost.delivery.stream.ResultLog;
import dev.agenthost.delivery.stream.ResultTail;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.protocol.failure.FailureCode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One reader of one run. Everything happens on the response's event loop, but for the three calls of the tail, which hop there.
 *
 * <pre>
 *  JOINING ──the tail's answer──► LOOKING ──the run's beginning came by the tail──► LIVE ──terminal──► CLOSED
 *                                   │ ▲ not there yet: again in a while               ▲
 *                                   └─┴─its row says it began earlier──► LOOKING_BACK ─┘
 * </pre>
 */
final class LiveStream implements ResultTail.Reader {

    private enum Phase {
        JOINING,
        LOOKING,
        LOOKING_BACK,
        LIVE,
        CLOSED
    }

    /** What a stream is made of. */
    record Parts(Vertx vertx, ResultTail tail, ResultLog log, RunLedger runs, StreamPolicy policy) {}

    private final Parts parts;
    private final Context context;
    private final EventStreamResponse response;
    private final RunKey run;
    private final int partition;
    private final Consumer<LiveStream> onEnd;
    private final Showing showing;

    private @Nullable RunStanding standing;
    private Phase phase = Phase.JOINING;
    private long joinedFrom;
    private long keepAliveTimer;

    /** Where to go on looking back when the reader has room again; negative when nothing waits for that. */
    private long readOn = -1;

    /** @param standing of the run, where it was looked up already */
    LiveStream(
            Parts parts,
            Context context,
            EventStreamResponse response,
            StreamAddress address,
            int partition,
            @Nullable RunStanding standing,
            Consumer<LiveStream> onEnd) {
        this.parts = parts;
        this.context = context;
        this.response = response;
        this.run = address.run();
        this.partition = partition;
        this.showing = new Showing(
                response, run.workspaceId(), address.cursor(), parts.policy().heldBytes());
        this.standing = standing;
        this.onEnd = onEnd;
    }

    void start() {
        if (!response.isOpen()) {
            onEnd.accept(this); // It left while its run was looked up: nobody would tell us again.
            return;
        }
        response.onClosed(this::close);
        response.onRoom(this::hasRoom);
        keepAliveTimer =
                parts.vertx().setPeriodic(parts.policy().keepAlive().toMillis(), timer -> onLoop(response::keepAlive));
        parts.tail().join(partition, run.runId(), this);
    }

    @Override
    public void joined(long from, List<LogEntry> recent) {
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

    /** Opened from its beginning, as one does who has just said something: no need to ask the database at once. */
    private boolean isProbablyYetToBegin() {
        return standing == null && !showing.cursor().isResumed() && !showing.holdsTheBeginning();
    }

    @Override
    public void arrived(LogEntry entry) {
        if (!showing.hasRoomFor(entry)) {
            lost();
            return;
        }
        onLoop(() -> {
            showing.add(entry);
            if (phase == Phase.LOOKING && entry.begins()) {
                goLive();
            } else if (phase == Phase.LIVE) {
                drain();
            }
        });
    }

    /** A reader that is too slow, or a tail that lost its place: the reader resumes on a new connection. */
    @Override
    public void lost() {
        onLoop(() -> refuse(FailureCode.HOST_OVERLOADED, "This stream was interrupted. Please resume it."));
    }

    private void look() {
        if (phase != Phase.LOOKING) {
            return;
        }
        RunStanding known = standing;
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

    private void looked(Optional<RunStanding> row) {
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

    private void lookLater() {
        parts.vertx().setTimer(parts.policy().lookAgain().toMillis(), timer -> onLoop(this::look));
    }

    private void found(RunStanding row) {
        standing = row;
        if (row.ended() && !row.highest().isAfter(showing.cursor().after())) {
            end();
        } else if (row.startOffset() < joinedFrom) {
            phase = Phase.LOOKING_BACK;
            lookBack(row.startOffset());
        } else {
            goLive();
        }
    }

    private void lookBack(long from) {
        parts.log()
                .read(partition, run.runId(), from, joinedFrom)
                .subscribe()
                .with(slice -> onLoop(() -> lookedBack(slice)), failure -> onLoop(this::lost));
    }

    private void lookedBack(ResultLog.Slice slice) {
        if (phase != Phase.LOOKING_BACK) {
            return;
        }
        switch (slice) {
            case ResultLog.Slice.BeyondRetention() -> gone();
            case ResultLog.Slice.Records(List<LogEntry> entries, long next) -> {
                showing.show(entries);
                if (showing.cursor().ended()) {
                    end();
                } else if (next >= joinedFrom) {
                    goLive();
                } else if (response.isFull()) {
                    readOn = next;
                } else {
                    lookBack(next);
                }
            }
        }
    }

    private void hasRoom() {
        onLoop(() -> {
            if (phase == Phase.LOOKING_BACK && readOn >= 0) {
                long from = readOn;
                readOn = -1;
                lookBack(from);
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
        RunStanding row = standing;
        response.refuse(
                Problem.of(FailureCode.GONE, "The stream of this run is no longer kept. Its transcript is.", null),
                row == null ? null : Transcripts.address(row));
        close();
    }

    private void refuse(FailureCode code, String detail) {
        response.refuse(Problem.of(code, detail, null), null);
        close();
    }

    private void end() {
        response.end();
        close();
    }

    private void close() {
        if (phase != Phase.CLOSED) {
            phase = Phase.CLOSED;
            showing.forget();
            parts.vertx().cancelTimer(keepAliveTimer);
            parts.tail().leave(partition, run.runId(), this);
            onEnd.accept(this);
        }
    }

    /** Nothing happens any more once the stream is closed. */
    private void onLoop(Runnable step) {
        context.runOnContext(nothing -> {
            if (phase != Phase.CLOSED) {
                step.run();
            }
        });
    }
}
