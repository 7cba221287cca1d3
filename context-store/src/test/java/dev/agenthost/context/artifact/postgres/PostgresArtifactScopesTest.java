package dev.agenthost.context.artifact.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ArtifactScope;
import dev.agenthost.context.artifact.ArtifactWrite;
import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.artifact.NewArtifact;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Fences;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the visibility of artifacts for random scopes and runs that share many names. */
class PostgresArtifactScopesTest {
    private static Database database;
    private static ArtifactRepository store;

    private final Random random = new Random(17);

    @BeforeAll
    static void start() {
        database = new Database();
        store = new PostgresArtifactRepository(database.pool(), Duration.ofDays(30));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    /** An artifact and its owner. */
    private record Made(String id, ArtifactOwner owner, ArtifactScope scope) {
        /** Evaluates the specified rule, independently of the one in the database. */
        boolean isFor(ArtifactOwner reader) {
            if (!reader.workspaceId().equals(owner.workspaceId())) {
                return false;
            }
            if (reader.runId().equals(owner.runId())) {
                return true;
            }
            boolean sameBot = reader.botId().equals(owner.botId());
            return switch (scope) {
                case RUN -> false;
                case CONVERSATION ->
                    sameBot
                            && owner.conversationId() != null
                            && owner.conversationId().equals(reader.conversationId())
                            && Objects.equals(owner.threadId(), reader.threadId());
                case BINDING -> sameBot && same(owner.bindingId(), reader.bindingId());
                case ACTOR -> sameBot && same(owner.actorId(), reader.actorId());
                case SUBJECT -> sameBot && same(owner.subject(), reader.subject());
                case WORKSPACE -> true;
            };
        }

        private static boolean same(@Nullable String one, @Nullable String other) {
            return one != null && one.equals(other);
        }
    }

    @Test
    void eachIsVisibleExactlyInItsScope() {
        List<Made> made = new ArrayList<>();
        for (int i = 0; made.size() < 90; i++) {
            ArtifactOwner owner = anyone();
            ArtifactScope scope = ArtifactScope.values()[i % ArtifactScope.values().length];
            if (!scope.lacksKey(owner)) {
                made.add(made("a-" + i, owner, scope));
            }
        }
        List<ArtifactOwner> readers =
                new ArrayList<>(made.stream().limit(20).map(Made::owner).toList());
        for (int i = 0; i < 40; i++) {
            readers.add(anyone());
        }

        int seen = 0;
        for (ArtifactOwner reader : readers) {
            for (Made one : made) {
                boolean found = await(store.visibleTo(reader, one.id())).isPresent();
                assertThat(found).as(one + " by " + reader).isEqualTo(one.isFor(reader));
                seen += found ? 1 : 0;
            }
        }
        assertThat(seen).as("neither all nor nothing was there to be seen").isBetween(200, 4_000);
    }

    @Test
    void scopeAndSummaryAreStoredAndReplacedByALaterAttempt() {
        ArtifactOwner owner = new ArtifactOwner("w", run(), "bot", "c", null, "b1", "ada", null);
        ArtifactOwner sameActor = new ArtifactOwner("w", run(), "bot", "elsewhere", null, "b2", "ada", null);
        open(owner, 1);
        put(owner, 1, "report", ArtifactScope.ACTOR, "what Ada asked for");

        assertThat(await(store.visibleTo(sameActor, "report"))).hasValueSatisfying(found -> {
            assertThat(found.scope()).isEqualTo("actor");
            assertThat(found.summary()).isEqualTo("what Ada asked for");
        });
        open(owner, 2);
        put(owner, 2, "report", ArtifactScope.RUN, null);
        assertThat(await(store.visibleTo(sameActor, "report"))).isEmpty();
        assertThat(await(store.visibleTo(owner, "report")))
                .hasValueSatisfying(found -> assertThat(found.summary()).isNull());
    }

    @Test
    void aPersonsArtifactOfABindingIsForEveryBotOfTheBinding() {
        ArtifactOwner person = new ArtifactOwner("w", run(), "*", null, null, "b7", null, null);
        open(person, 1);
        put(person, 1, "guide", ArtifactScope.BINDING, null);

        for (String bot : List.of("bot", "bot2")) {
            assertThat(await(store.visibleTo(new ArtifactOwner("w", run(), bot, "c", null, "b7", "x", null), "guide")))
                    .isPresent();
            assertThat(await(store.visibleTo(new ArtifactOwner("w", run(), bot, "c", null, "b8", "x", null), "guide")))
                    .isEmpty();
            assertThat(await(store.visibleTo(new ArtifactOwner("w", run(), bot, "c", null), "guide")))
                    .as("a run that says no binding, as one of an older build")
                    .isEmpty();
        }
    }

    private Made made(String id, ArtifactOwner owner, ArtifactScope scope) {
        open(owner, 1);
        put(owner, 1, id, scope, null);
        return new Made(id, owner, scope);
    }

    private void open(ArtifactOwner owner, int attempt) {
        assertThat(Fences.raise(database, owner.workspaceId(), owner.runId().value(), attempt))
                .isTrue();
    }

    private static void put(
            ArtifactOwner owner, int attempt, String id, ArtifactScope scope, @Nullable String summary) {
        NewArtifact artifact = new NewArtifact(
                owner,
                Artifacts.RUNNER,
                id,
                "file",
                "text/plain",
                null,
                JsonNodeFactory.instance.objectNode(),
                new ArtifactContent(id.getBytes(StandardCharsets.UTF_8)),
                scope,
                summary);
        WriteClaim claim = new WriteClaim(owner.workspaceId(), owner.runId().value(), attempt, "o/" + id);
        assertThat(await(store.put(claim, artifact))).isInstanceOf(ArtifactWrite.Stored.class);
    }

    /** Picks from few names, so that many owners share some; one word may be a conversation, a binding, an actor and a subject. */
    private ArtifactOwner anyone() {
        return new ArtifactOwner(
                word("w1", "w2"),
                run(),
                word("bot", "x"),
                orNone("x", "y"),
                orNone("x", "y"),
                orNone("x", "y"),
                orNone("x", "y"),
                orNone("x", "y"));
    }

    private @Nullable String orNone(String... words) {
        return random.nextInt(4) == 0 ? null : word(words);
    }

    private String word(String... words) {
        return words[random.nextInt(words.length)];
    }

    private static RunId run() {
        return new RunId(UUID.randomUUID());
    }
}
