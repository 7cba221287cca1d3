package dev.agenthost.gateway.polling;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Stores the records of one holder. Its failures are outcomes: the holder goes on without the database for as long as its lease is current. */
public final class ConnectionRecorder {
    private static final Duration LAST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ConnectionRecordRepository repository;
    private final PollingClaim claim;

    public ConnectionRecorder(ConnectionRecordRepository repository, PollingClaim claim) {
        this.repository = repository;
        this.claim = claim;
    }

    /** Stores a record; false if it is not stored. Never fails. */
    public Uni<Boolean> store(ConnectionRecord current) {
        return repository
                .store(claim, current)
                .ifNoItem()
                .after(TIMEOUT)
                .fail()
                .onFailure()
                .recoverWithItem(false);
    }

    /** Stores the record of a holder that stops. Blocks for a short time. */
    public void storeLast(ConnectionRecord last) {
        repository
                .store(claim, last)
                .ifNoItem()
                .after(LAST_TIMEOUT)
                .fail()
                .onFailure()
                .recoverWithItem(false)
                .await()
                .indefinitely();
    }
}
