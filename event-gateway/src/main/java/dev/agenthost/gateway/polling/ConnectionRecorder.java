package dev.agenthost.gateway.polling;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Stores the records of one holder, one after another: a record is never replaced by an earlier one. Its failures are outcomes: the holder goes
 * on without the database for as long as its lease is current. For any thread.
 */
public final class ConnectionRecorder {
    private static final Duration LAST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ConnectionRecordRepository repository;
    private final PollingClaim claim;
    private CompletableFuture<Boolean> underWay = CompletableFuture.completedFuture(true);

    public ConnectionRecorder(ConnectionRecordRepository repository, PollingClaim claim) {
        this.repository = repository;
        this.claim = claim;
    }

    /** Stores a record after those before it; the answer is false if it is not stored. Never fails. */
    public Uni<Boolean> store(ConnectionRecord current) {
        CompletableFuture<Boolean> stored = begin(current);
        return Uni.createFrom().completionStage(stored.copy());
    }

    /** Stores the record of a holder that stops, after those before it. Blocks for a short time; what is not stored by then is stored later. */
    public void storeLast(ConnectionRecord last) {
        try {
            begin(last).get(LAST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            // The next holder continues from an earlier record.
        }
    }

    private synchronized CompletableFuture<Boolean> begin(ConnectionRecord next) {
        underWay = underWay.thenCompose(before -> write(next));
        return underWay;
    }

    private CompletableFuture<Boolean> write(ConnectionRecord next) {
        return Uni.createFrom()
                .deferred(() -> repository.store(claim, next))
                .ifNoItem()
                .after(TIMEOUT)
                .fail()
                .onFailure()
                .recoverWithItem(false)
                .subscribeAsCompletionStage();
    }
}
