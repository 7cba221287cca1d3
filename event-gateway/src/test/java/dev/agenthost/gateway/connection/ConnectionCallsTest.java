package dev.agenthost.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.connection.postgres.PostgresConnectionDirectory;
import dev.agenthost.gateway.polling.GatewayDatabase;
import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two replicas with one directory in PostgreSQL; each passes calls to the other one in this process. */
class ConnectionCallsTest {
    private static final URI ONE = URI.create("http://one:8080");
    private static final URI TWO = URI.create("http://two:8080");
    private static final long SOON = 0;
    private static final long LATER = Duration.ofMinutes(1).toNanos();
    private static final ObjectNode NONE = JsonNodeFactory.instance.objectNode();

    private static GatewayDatabase database;
    private static ConnectionDirectory directory;

    private final String bot = "bot-" + UUID.randomUUID();
    private final Replica one = new Replica(ONE);
    private final Replica two = new Replica(TWO);

    @BeforeAll
    static void start() {
        database = new GatewayDatabase();
        directory = new PostgresConnectionDirectory(database.pool(4));
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void aCallReachesTheReplicaWithTheConnection() {
        Connection connection = one.open();
        one.sync.round(SOON);

        assertThat(one.call()).isInstanceOf(ConnectionCallResult.Answered.class);
        assertThat(two.call()).isInstanceOf(ConnectionCallResult.Answered.class);
        assertThat(connection.calls).hasValue(2);
    }

    @Test
    void aNewerConnectionAtAnotherReplicaCounts() {
        Connection before = one.open();
        one.sync.round(SOON);
        Connection after = two.open();
        two.sync.round(SOON);
        one.sync.round(LATER);

        assertThat(directory.replicaOf(bot).await().indefinitely()).contains(TWO);
        one.connections.closed(before);
        one.sync.round(LATER);
        assertThat(directory.replicaOf(bot).await().indefinitely())
                .as("the end of the older one")
                .contains(TWO);
        assertThat(one.call()).isInstanceOf(ConnectionCallResult.Answered.class);
        assertThat(after.calls).hasValue(1);
    }

    @Test
    void anOlderConnectionCountsOnceTheNewerOneHasEnded() {
        Connection older = one.open();
        one.sync.round(SOON);
        Connection newer = two.open();
        two.sync.round(SOON);
        two.connections.closed(newer);
        two.sync.round(SOON);

        one.sync.round(LATER);

        assertThat(two.call()).isInstanceOf(ConnectionCallResult.Answered.class);
        assertThat(older.calls).hasValue(1);
    }

    @Test
    void anEntryOfADeadReplicaIsRemovedByTheNextCall() {
        Connection older = one.open();
        one.sync.round(SOON);
        two.open();
        two.sync.round(SOON);
        two.isDead = true;
        Replica third = new Replica(URI.create("http://three:8080"));

        assertThat(third.call()).isInstanceOf(ConnectionCallResult.NotMade.class);
        one.sync.round(LATER);

        assertThat(third.call()).isInstanceOf(ConnectionCallResult.Answered.class);
        assertThat(older.calls).hasValue(1);
    }

    @Test
    void aCallThatIsPassedOnIsNotPassedOnAgain() {
        directory.enter(new Connection(bot), TWO).await().indefinitely();

        assertThat(one.call()).isInstanceOf(ConnectionCallResult.NotMade.class);

        assertThat(two.passedOn).hasValue(1);
        assertThat(one.passedOn).hasValue(0);
        assertThat(directory.replicaOf(bot).await().indefinitely()).isEmpty();
    }

    @Test
    void aCallWithoutAnswerKeepsItsEntry() {
        two.open().isSilent = true;
        two.sync.round(SOON);

        assertThat(one.call()).isInstanceOf(ConnectionCallResult.NoAnswer.class);
        assertThat(directory.replicaOf(bot).await().indefinitely()).contains(TWO);
    }

    @Test
    void aReplicaDoesNotCallItself() {
        directory.enter(new Connection(bot), ONE).await().indefinitely();

        assertThat(one.call()).isInstanceOf(ConnectionCallResult.NotMade.class);
        assertThat(one.passedOn).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutADatabaseACallIsNotMade(boolean isSilent) {
        ConnectionCalls calls =
                new ConnectionCalls(new BotConnections(), new NoDirectory(isSilent), one::pass, Optional.of(ONE));

        assertThat(calls.call(bot, "send_group_msg", NONE).await().indefinitely())
                .isInstanceOf(ConnectionCallResult.NotMade.class);
    }

    private final class Replica {
        final BotConnections connections = new BotConnections();
        final AtomicInteger passedOn = new AtomicInteger();
        final ConnectionDirectorySync sync;
        final ConnectionCalls calls;
        boolean isDead;

        Replica(URI address) {
            sync = new ConnectionDirectorySync(connections, directory, address);
            calls = new ConnectionCalls(connections, directory, this::pass, Optional.of(address));
        }

        Connection open() {
            Connection connection = new Connection(bot);
            connections.opened(connection);
            return connection;
        }

        ConnectionCallResult call() {
            return calls.call(bot, "send_group_msg", NONE).await().indefinitely();
        }

        Uni<ConnectionCallResult> pass(URI replica, String botId, String action, ObjectNode parameters) {
            Replica target = replica.equals(ONE) ? one : two;
            target.passedOn.incrementAndGet();
            return target.isDead
                    ? Uni.createFrom().item(new ConnectionCallResult.NotMade("no connection"))
                    : target.calls.callHere(botId, action, parameters);
        }
    }

    private static final class Connection implements BotConnection {
        final AtomicInteger calls = new AtomicInteger();
        private final UUID id = UUID.randomUUID();
        private final String botId;
        boolean isSilent;

        Connection(String botId) {
            this.botId = botId;
        }

        @Override
        public String botId() {
            return botId;
        }

        @Override
        public UUID id() {
            return id;
        }

        @Override
        public CompletionStage<ConnectionCallResult> call(String action, ObjectNode parameters) {
            calls.incrementAndGet();
            return CompletableFuture.completedFuture(
                    isSilent
                            ? new ConnectionCallResult.NoAnswer("silent")
                            : new ConnectionCallResult.Answered(200, parameters));
        }
    }

    private record NoDirectory(boolean isSilent) implements ConnectionDirectory {
        @Override
        public Uni<Void> enter(BotConnection connection, URI replica) {
            return unavailable();
        }

        @Override
        public Uni<Void> keep(BotConnection connection, URI replica) {
            return unavailable();
        }

        @Override
        public Uni<Void> remove(BotConnection connection) {
            return unavailable();
        }

        @Override
        public Uni<Void> remove(String botId, URI replica) {
            return unavailable();
        }

        @Override
        public Uni<Optional<URI>> replicaOf(String botId) {
            return unavailable();
        }

        private <T> Uni<T> unavailable() {
            return isSilent
                    ? Uni.createFrom().nothing()
                    : Uni.createFrom().failure(new IllegalStateException("no database"));
        }
    }
}
