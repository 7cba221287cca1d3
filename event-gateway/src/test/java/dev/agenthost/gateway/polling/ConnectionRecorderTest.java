package dev.agenthost.gateway.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The records of one holder, with a database that stores each one when the test says so. */
class ConnectionRecorderTest {
    private final List<CompletableFuture<Boolean>> writes = new CopyOnWriteArrayList<>();
    private final List<String> begun = new CopyOnWriteArrayList<>();
    private final ConnectionRecorder recorder = new ConnectionRecorder(
            new ConnectionRecordRepository() {
                @Override
                public Uni<ConnectionRecord> read(String botId) {
                    return Uni.createFrom().item(ConnectionRecord.NONE);
                }

                @Override
                public Uni<Boolean> store(PollingClaim claim, ConnectionRecord current) {
                    CompletableFuture<Boolean> write = new CompletableFuture<>();
                    writes.add(write);
                    begun.add(String.valueOf(current.position()));
                    return Uni.createFrom().completionStage(write);
                }
            },
            new PollingClaim("support", new Incarnation(UUID.randomUUID()), 1));

    @Test
    void theLastRecordIsStoredAfterTheOneThatIsUnderWay() {
        recorder.store(record("first")).subscribe().with(isStored -> {});
        recorder.storeLast(record("last"));
        assertThat(begun).containsExactly("first");

        writes.getFirst().complete(true);
        assertThat(begun).containsExactly("first", "last");
    }

    @Test
    void aRecordIsStoredAlthoughTheOneBeforeItCouldNotBe() {
        CompletableFuture<Boolean> first =
                recorder.store(record("first")).subscribeAsCompletionStage().toCompletableFuture();
        CompletableFuture<Boolean> second =
                recorder.store(record("second")).subscribeAsCompletionStage().toCompletableFuture();
        writes.getFirst().completeExceptionally(new IOException("the database is away"));
        writes.getLast().complete(true);

        assertThat(first).isCompletedWithValue(false);
        assertThat(second).isCompletedWithValue(true);
    }

    @Test
    void aCallerThatWaitsNoLongerDoesNotKeepALaterRecordBack() {
        recorder.store(record("first")).subscribe().with(isStored -> {}).cancel();
        recorder.store(record("second")).subscribe().with(isStored -> {});
        writes.getFirst().complete(true);

        assertThat(begun).containsExactly("first", "second");
    }

    @Test
    void aRecordIsStoredAfterOneThatTheDatabaseNeverAnswers() {
        recorder.store(record("first")).subscribe().with(isStored -> {});
        CompletableFuture<Boolean> second =
                recorder.store(record("second")).subscribeAsCompletionStage().toCompletableFuture();

        await().atMost(Duration.ofSeconds(60)).until(() -> writes.size() == 2);
        writes.getLast().complete(true);
        assertThat(second).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(true);
    }

    private static ConnectionRecord record(String position) {
        return new ConnectionRecord(position, true, null);
    }
}
