package dev.agenthost.context.state.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.state.ConditionalChange;
import dev.agenthost.context.state.StateCondition;
import dev.agenthost.context.state.StateKey;
import dev.agenthost.context.state.StateWrite;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StateValue;
import io.smallrye.mutiny.Uni;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresStateRepositoryTest {
    private static final StateWrite CHANGED = new StateWrite.Written(true);
    private static final StateWrite UNCHANGED = new StateWrite.Written(false);
    private static final StateWrite STALE = new StateWrite.Stale();
    private static final StateCondition ANY = new StateCondition.Any();
    private static final StateCondition ABSENT = new StateCondition.Absent();
    private static final StateWrite FENCED = new StateWrite.Fenced();

    private static Database database;
    private static PostgresStateRepository store;
    private static PostgresRunStartRepository starts;

    private final UUID run = UUID.randomUUID();
    private final StateScopeKey scope = scope("bot", UUID.randomUUID().toString());

    @BeforeAll
    static void start() {
        database = new Database();
        store = new PostgresStateRepository(database.pool());
        starts = new PostgresRunStartRepository(database.pool());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void setGetListDelete() {
        open(1);
        assertThat(await(store.set(claim(1, "o1"), key("a.x"), text("1")))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o2"), key("a.y"), NullNode.instance)))
                .isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o3"), key("b%"), IntNode.valueOf(7))))
                .isEqualTo(CHANGED);

        assertThat(value("a.x")).isEqualTo(text("1"));
        assertThat(await(store.list("w", scope, "a.", "", 10)).keys()).containsExactly("a.x", "a.y");
        assertThat(await(store.list("w", scope, "", "", 2)).hasMore()).isTrue();
        assertThat(await(store.list("w", scope, "%", "", 10)).keys()).isEmpty();

        assertThat(await(store.delete(claim(1, "o4"), key("a.x"), ANY))).isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o5"), key("a.x"), ANY))).isEqualTo(UNCHANGED);
        assertThat(await(store.get(key("a.x")))).isEqualTo(new StateValue(null, null));
    }

    @Test
    void aRepeatedOperationChangesNothingAndGetsTheSameAnswer() {
        open(1);
        await(store.set(claim(1, "o1"), key("n"), text("first")));
        await(store.set(claim(1, "o2"), key("n"), text("second")));

        assertThat(await(store.set(claim(1, "o1"), key("n"), text("first")))).isEqualTo(CHANGED);
        assertThat(value("n")).isEqualTo(text("second"));

        assertThat(await(store.delete(claim(1, "o3"), key("none"), ANY))).isEqualTo(UNCHANGED);
        await(store.set(claim(1, "o4"), key("none"), text("now")));
        assertThat(await(store.delete(claim(1, "o3"), key("none"), ANY))).isEqualTo(UNCHANGED);
        assertThat(value("none")).isEqualTo(text("now"));
    }

    @Test
    void changesOfOneCallAreMadeTogether() {
        open(1);
        await(store.set(claim(1, "o1"), key("old"), text("x")));

        assertThat(await(store.apply(claim(1, "o2"), scope, List.of(set("a", ANY), set("b", ABSENT), delete("old")))))
                .isEqualTo(CHANGED);
        assertThat(await(store.list("w", scope, "", "", 10)).keys()).containsExactly("a", "b");
        assertThat(await(store.apply(claim(1, "o3"), scope, List.of(delete("none")))))
                .isEqualTo(UNCHANGED);
    }

    @Test
    void aRefusedChangeUndoesThoseBeforeIt() {
        open(1);
        await(store.set(claim(1, "o1"), key("b"), text("first")));

        assertThat(await(store.apply(
                        claim(1, "o2"),
                        scope,
                        List.of(set("a", ANY), delete("b"), set("b2", new StateCondition.Unchanged("e"))))))
                .isEqualTo(STALE);
        assertThat(await(store.list("w", scope, "", "", 10)).keys()).containsExactly("b");

        assertThat(await(store.apply(claim(1, "o2"), scope, List.of(set("a", ANY), delete("b")))))
                .as("a refused operation is not recorded")
                .isEqualTo(CHANGED);
        assertThat(await(store.list("w", scope, "", "", 10)).keys()).containsExactly("a");
    }

    @Test
    void aRepeatedBatchChangesNothingAndGetsTheSameAnswer() {
        open(1);
        List<ConditionalChange> changes = List.of(set("a", ABSENT), delete("b"));
        assertThat(await(store.apply(claim(1, "o1"), scope, changes))).isEqualTo(CHANGED);
        await(store.set(claim(1, "o2"), key("b"), text("later")));

        assertThat(await(store.apply(claim(1, "o1"), scope, changes))).isEqualTo(CHANGED);

        assertThat(value("b")).isEqualTo(text("later"));
    }

    @Test
    void anOlderAttemptMakesNoChanges() {
        open(1);
        open(2);

        assertThat(await(store.apply(claim(1, "o1"), scope, List.of(set("a", ANY)))))
                .isEqualTo(FENCED);
        assertThat(await(store.list("w", scope, "", "", 10)).keys()).isEmpty();
    }

    @Test
    void concurrentBatchesNeverWaitForEachOther() {
        open(1);
        // One locks the row of b first, the other the scope.
        List<ConditionalChange> deletes = List.of(delete("b"), set("a", ANY));
        List<ConditionalChange> sets = List.of(set("a", ANY), set("b", ANY));

        List<StateWrite> answers = await(Uni.join()
                .all(IntStream.range(0, 100)
                        .mapToObj(i -> store.apply(claim(1, "o" + i), scope, i % 2 == 0 ? deletes : sets))
                        .toList())
                .andFailFast());

        assertThat(answers).containsOnly(CHANGED);
    }

    @Test
    void aBatchKeepsTheLimitsOfItsScope() {
        open(1);
        List<ConditionalChange> large = IntStream.range(0, 20)
                .mapToObj(i -> new ConditionalChange("k" + i, text("x".repeat(230_000)), ANY))
                .toList();

        assertThat(await(store.apply(claim(1, "o1"), scope, large))).isEqualTo(new StateWrite.TooManyBytes());
        assertThat(await(store.list("w", scope, "", "", 10)).keys()).isEmpty();
    }

    private static ConditionalChange set(String name, StateCondition condition) {
        return new ConditionalChange(name, text("of " + name), condition);
    }

    private static ConditionalChange delete(String name) {
        return new ConditionalChange(name, null, ANY);
    }

    @Test
    void aConcurrentlyRepeatedOperationIsDoneOnce() {
        open(1);
        List<StateWrite> answers = await(Uni.join()
                .all(IntStream.range(0, 8)
                        .mapToObj(i -> store.set(claim(1, "same"), key("n"), IntNode.valueOf(i)))
                        .toList())
                .andFailFast());

        assertThat(answers).containsOnly(CHANGED);
        assertThat(database.count("from context.state_operations where run_id = '" + run + "'"))
                .isEqualTo(1);
    }

    @Test
    void anOlderAttemptWritesNothing() {
        open(1);
        open(2);

        assertThat(await(store.set(claim(1, "o1"), key("n"), text("old")))).isEqualTo(FENCED);
        assertThat(await(store.delete(claim(1, "o2"), key("n"), ANY))).isEqualTo(FENCED);
        assertThat(await(store.set(claim(2, "o1"), key("n"), text("new")))).isEqualTo(CHANGED);
        assertThat(await(starts.open(question(1)))).isEqualTo(new RunStart.Superseded());
        assertThat(await(starts.open(question(2)))).isInstanceOf(RunStart.Opened.class);
    }

    @Test
    void anEndedOrUnknownRunWritesNothing() {
        assertThat(await(store.set(claim(1, "o1"), key("n"), text("x")))).isEqualTo(FENCED);
        open(1);
        await(store.end("w", run, 1));
        await(store.end("w", run, 1));

        assertThat(await(store.set(claim(1, "o2"), key("n"), text("x")))).isEqualTo(FENCED);
        assertThat(await(store.set(claim(9, "o3"), key("n"), text("x")))).isEqualTo(FENCED);
        assertThat(await(starts.open(question(9)))).isEqualTo(new RunStart.Superseded());
        assertThat(await(store.get(key("n"))).value()).isNull();
    }

    @Test
    void concurrentFirstWritesLeaveOneValidValue() {
        open(1);
        await(Uni.join()
                .all(IntStream.range(0, 8)
                        .mapToObj(i -> store.set(claim(1, "o" + i), key("n"), text("value " + i)))
                        .toList())
                .andFailFast());

        assertThat(value("n").textValue()).matches("value [0-7]");
        assertThat(await(store.list("w", scope, "", "", 10)).keys()).containsExactly("n");
    }

    @Test
    void stateIsIsolatedByWorkspaceBotBindingRunnerAndSubject() {
        open(1);
        await(store.set(claim(1, "o1"), key("n"), text("mine")));

        assertThat(await(store.get(new StateKey("w2", scope, "n"))).value()).isNull();
        assertThat(await(store.get(new StateKey("w", scope("bot2", scope.subject()), "n")))
                        .value())
                .isNull();
        assertThat(await(store.get(new StateKey("w", scope("bot", "other"), "n")))
                        .value())
                .isNull();
        StateScopeKey ofBinding = new StateScopeKey(scope.scope(), "bot", "b2", scope.runnerId(), scope.subject());
        assertThat(await(store.get(new StateKey("w", ofBinding, "n"))).value()).isNull();
        StateScopeKey ofRunner = new StateScopeKey(
                scope.scope(),
                "bot",
                scope.bindingId(),
                RunnerId.parse("plugin:agenthost/echo/other"),
                scope.subject());
        assertThat(await(store.get(new StateKey("w", ofRunner, "n"))).value()).isNull();
        assertThat(await(store.get(key("n"))).value()).isEqualTo(text("mine"));
    }

    @Test
    void theEtagFollowsTheValue() {
        open(1);
        await(store.set(claim(1, "o1"), key("n"), text("a")));
        String first = await(store.get(key("n"))).etag();
        await(store.set(claim(1, "o2"), key("n"), text("b")));

        assertThat(await(store.get(key("n"))).etag()).isNotEqualTo(first);
    }

    @Test
    void aChangeThatExpectsAnotherValueIsStaleAndChangesNothing() {
        open(1);
        assertThat(await(store.set(claim(1, "o1"), key("n"), text("a"), unchanged("none"))))
                .isEqualTo(STALE);
        assertThat(await(store.set(claim(1, "o2"), key("n"), text("a"), ABSENT)))
                .isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o3"), key("n"), text("b"), ABSENT)))
                .isEqualTo(STALE);
        String etag = etag("n");
        assertThat(await(store.set(claim(1, "o4"), key("n"), text("b"), unchanged(etag))))
                .isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o5"), key("n"), text("c"), unchanged(etag))))
                .isEqualTo(STALE);
        assertThat(await(store.delete(claim(1, "o6"), key("n"), unchanged(etag))))
                .isEqualTo(STALE);
        assertThat(value("n")).isEqualTo(text("b"));
        assertThat(await(store.delete(claim(1, "o7"), key("n"), unchanged(etag("n")))))
                .isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o8"), key("n"), unchanged(etag))))
                .isEqualTo(STALE);
    }

    /** The answer of the first write may have been lost; its own change made the value differ. */
    @Test
    void aRepeatedConditionalChangeGetsTheSameAnswer() {
        open(1);
        await(store.set(claim(1, "o1"), key("n"), text("a")));
        StateCondition read = unchanged(etag("n"));

        assertThat(await(store.set(claim(1, "o2"), key("n"), text("b"), read))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o2"), key("n"), text("b"), read))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o3"), key("n"), text("c"), read))).isEqualTo(STALE);
        assertThat(await(store.set(claim(1, "o3"), key("n"), text("c"), unchanged(etag("n")))))
                .isEqualTo(CHANGED);
    }

    @Test
    void ofConcurrentConditionalWritesOneWins() {
        open(1);
        assertThat(oneOfEight("first", ABSENT))
                .containsOnlyOnce(CHANGED)
                .filteredOn(STALE::equals)
                .hasSize(7);
        assertThat(oneOfEight("second", unchanged(etag("n"))))
                .containsOnlyOnce(CHANGED)
                .filteredOn(STALE::equals)
                .hasSize(7);
    }

    private List<StateWrite> oneOfEight(String name, StateCondition condition) {
        return await(Uni.join()
                .all(IntStream.range(0, 8)
                        .mapToObj(i -> store.set(claim(1, name + i), key("n"), text(name + i), condition))
                        .toList())
                .andFailFast());
    }

    @Test
    void aListContinuesAfterTheLastName() {
        open(1);
        for (String name : List.of("a", "b", "c")) {
            await(store.set(claim(1, name), key(name), text(name)));
        }
        assertThat(await(store.list("w", scope, "", "a", 1)).keys()).containsExactly("b");
        assertThat(await(store.list("w", scope, "", "b", 10)).keys()).containsExactly("c");
        assertThat(await(store.list("w", scope, "", "c", 10)).keys()).isEmpty();
    }

    @Test
    void aNumberBeyondAllLimitsIsInvalidAndANumberKeepsItsDigits() {
        open(1);
        JsonNode digits = DecimalNode.valueOf(new BigDecimal("1.10000000000000000001"));
        await(store.set(claim(1, "o1"), key("n"), digits));

        assertThat(value("n")).isEqualTo(digits);
        assertThat(await(store.set(claim(1, "o2"), key("n"), DecimalNode.valueOf(new BigDecimal("1E+200000")))))
                .isEqualTo(new StateWrite.Invalid());
    }

    @Test
    void aStartReturnsTheStateOfItsScopes() {
        open(1);
        await(store.set(claim(1, "o1"), key("n"), text("v")));

        RunStart.Opened opened = (RunStart.Opened) await(starts.open(question(2)));

        assertThat(opened.state().get(StateScope.CONVERSATION)).containsOnly(java.util.Map.entry("n", text("v")));
        assertThat(opened.counts()).isNull();
    }

    @Test
    void aScopeHasAtMostAThousandNames() {
        open(1);
        fill(999, 1);
        assertThat(await(store.set(claim(1, "o1"), key("thousandth"), text("x"))))
                .isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o2"), key("one more"), text("x"))))
                .isEqualTo(new StateWrite.TooManyKeys());
        assertThat(await(store.set(claim(1, "o3"), key("thousandth"), text("longer"))))
                .isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o1"), key("thousandth"), text("x"))))
                .as("a repetition of what was done")
                .isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o4"), key("thousandth"), ANY))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o2"), key("one more"), text("x"))))
                .as("what was refused, again")
                .isEqualTo(CHANGED);

        StateScopeKey other = scope("bot", scope.subject() + "2");
        assertThat(await(store.set(claim(1, "o5"), new StateKey("w", other, "n"), text("x"))))
                .isEqualTo(CHANGED);
    }

    @Test
    void theValuesOfAScopeHaveAtMostFourMebibytes() {
        open(1);
        fill(16, 256 * 1024);
        assertThat(await(store.set(claim(1, "o1"), key("n"), IntNode.valueOf(1))))
                .isEqualTo(new StateWrite.TooManyBytes());
        assertThat(await(store.set(claim(1, "o2"), key("k1"), text("x".repeat(256 * 1024 - 7)))))
                .as("one that makes it smaller")
                .isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o3"), key("n"), text("six")))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o4"), key("n"), text("seven")))).isEqualTo(new StateWrite.TooManyBytes());
    }

    @Test
    void concurrentWritesAreCounted() {
        open(1);
        fill(997, 1);
        List<StateWrite> answers = await(Uni.join()
                .all(IntStream.range(0, 8)
                        .mapToObj(i -> store.set(claim(1, "o" + i), key("n" + i), text("x")))
                        .toList())
                .andFailFast());

        assertThat(answers).filteredOn(CHANGED::equals).hasSize(3);
        assertThat(answers).filteredOn(new StateWrite.TooManyKeys()::equals).hasSize(5);
    }

    @Test
    void anOlderAttemptIsFencedAlsoBeyondTheLimits() {
        open(2);
        fill(1000, 1);

        assertThat(await(store.set(claim(1, "o1"), key("n"), text("x")))).isEqualTo(FENCED);
    }

    /** Inserts values of that size as JSON under {@code k1} and so on, as if written before the limits existed. */
    private void fill(int values, int bytes) {
        await(database.pool()
                .query("""
                        insert into context.state (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag)
                        select 'w', 'bot', 'b1', 'plugin:agenthost/echo/default', 'conversation', '%s', 'k' || i,
                            case when %d < 2 then '1'::jsonb else to_jsonb(repeat('x', %2$d - 2)) end, 'e'
                        from generate_series(1, %d) i
                        """.formatted(scope.subject(), bytes, values))
                .execute());
    }

    private void open(int attempt) {
        assertThat(await(starts.open(question(attempt)))).isInstanceOf(RunStart.Opened.class);
    }

    private RunContextQuestion question(int attempt) {
        return new RunContextQuestion("w", new RunId(run), attempt, new EventId(run), "bot", "c", null, List.of(scope));
    }

    private WriteClaim claim(int attempt, String operation) {
        return new WriteClaim("w", run, attempt, operation);
    }

    private StateKey key(String name) {
        return new StateKey("w", scope, name);
    }

    private JsonNode value(String name) {
        return await(store.get(key(name))).value();
    }

    private String etag(String name) {
        return await(store.get(key(name))).etag();
    }

    private static StateCondition unchanged(String etag) {
        return new StateCondition.Unchanged(etag);
    }

    private static JsonNode text(String text) {
        return TextNode.valueOf(text);
    }

    private static StateScopeKey scope(String bot, String subject) {
        return new StateScopeKey(
                StateScope.CONVERSATION, bot, "b1", RunnerId.parse("plugin:agenthost/echo/default"), subject);
    }
}
