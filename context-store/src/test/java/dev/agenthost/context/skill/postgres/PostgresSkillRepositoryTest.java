package dev.agenthost.context.skill.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillQuota;
import dev.agenthost.context.skill.SkillRegistrationOutcome;
import dev.agenthost.context.skill.SkillSummary;
import dev.agenthost.context.skill.Skills;
import dev.agenthost.context.skill.StoredSkill;
import dev.agenthost.context.state.postgres.PostgresStateRepository;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.skill.SkillFile;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresSkillRepositoryTest {
    private static final String RUNNER = "plugin:acme/writer/default";
    private static final ExpectedVersion ANY_VERSION = new ExpectedVersion.Any();

    private static Database database;
    private static PostgresSkillRepository store;

    private final UUID run = UUID.randomUUID();
    private final String workspace = "w-" + run;

    @BeforeAll
    static void start() {
        database = new Database();
        store = new PostgresSkillRepository(database.pool(), new SkillQuota(5, 2));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void aSkillIsReadInItsWorkspaceOnly() {
        Skill skill = new Skill(
                workspace,
                "greet",
                null,
                "Greets.",
                "# Hi\nℹ️",
                List.of(new SkillFile("a/b.txt", "x\ny")),
                false,
                null);
        StoredSkill stored = done(store.put(skill, null), true);

        assertThat(stored.skill()).isEqualTo(skill);
        assertThat(await(store.find(workspace, "greet"))).contains(stored);
        assertThat(await(store.find("other", "greet"))).isEmpty();
        assertThat(await(store.delete("other", "greet", ANY_VERSION))).isEqualTo(new WriteOutcome.Missing<>());
        assertThat(await(store.page("other", null, 9))).isEmpty();
    }

    @Test
    void aChangeRequiresTheExpectedVersion() {
        long first = done(store.put(Skills.of(workspace, "greet"), null), true).version();

        assertThat(await(store.put(Skills.of(workspace, "greet"), null))).isEqualTo(new WriteOutcome.Exists<>());
        long second = done(
                        store.put(Skills.withInstructions(workspace, "greet", "2"), new ExpectedVersion.Exactly(first)),
                        false)
                .version();
        assertThat(second).isGreaterThan(first);
        assertThat(await(store.put(Skills.of(workspace, "greet"), new ExpectedVersion.Exactly(first))))
                .isEqualTo(new WriteOutcome.Stale<>(second));
        assertThat(await(store.delete(workspace, "greet", new ExpectedVersion.Exactly(first))))
                .isEqualTo(new WriteOutcome.Stale<>(second));
        done(store.put(Skills.withInstructions(workspace, "greet", "3"), ANY_VERSION), false);
        assertThat(await(store.put(Skills.of(workspace, "none"), ANY_VERSION))).isEqualTo(new WriteOutcome.Missing<>());
        assertThat(await(store.put(Skills.of(workspace, "none"), new ExpectedVersion.Exactly(1))))
                .isEqualTo(new WriteOutcome.Missing<>());
    }

    @Test
    void aRecreatedSkillHasANewVersion() {
        long former = done(store.put(Skills.of(workspace, "greet"), null), true).version();
        done(store.delete(workspace, "greet", ANY_VERSION), false);
        long now = done(store.put(Skills.of(workspace, "greet"), null), true).version();

        assertThat(await(store.put(Skills.of(workspace, "greet"), new ExpectedVersion.Exactly(former))))
                .isEqualTo(new WriteOutcome.Stale<>(now));
    }

    @Test
    void ofConcurrentCreationsOneWins() {
        List<WriteOutcome<StoredSkill>> writes = atOnce(IntStream.range(0, 10)
                .mapToObj(i -> store.put(Skills.withInstructions(workspace, "greet", "i" + i), null))
                .toList());

        assertThat(writes).filteredOn(WriteOutcome.Done.class::isInstance).hasSize(1);
        assertThat(writes).filteredOn(WriteOutcome.Exists.class::isInstance).hasSize(9);
    }

    @Test
    void theQuotaHoldsForConcurrentWrites() {
        List<WriteOutcome<StoredSkill>> writes = atOnce(IntStream.range(0, 10)
                .mapToObj(i -> store.put(Skills.of(workspace, "s" + i), null))
                .toList());

        assertThat(writes).filteredOn(WriteOutcome.Done.class::isInstance).hasSize(5);
        assertThat(writes).filteredOn(WriteOutcome.Refused.class::isInstance).hasSize(5);
        done(
                store.put(
                        Skills.of(
                                workspace,
                                await(store.page(workspace, null, 1)).getFirst().name()),
                        ANY_VERSION),
                false);
    }

    @Test
    void pagesAreInTheOrderOfTheNames() {
        for (String name : List.of("c", "a-b", "a", "b")) {
            done(store.put(Skills.of(workspace, name), null), true);
        }

        assertThat(await(store.page(workspace, null, 3)))
                .extracting(SkillSummary::name)
                .containsExactly("a", "a-b", "b");
        assertThat(await(store.page(workspace, "b", 3)))
                .extracting(SkillSummary::name)
                .containsExactly("c");
    }

    @Test
    void factsAreOfEnabledSkills() {
        done(store.put(Skills.of(workspace, "on"), null), true);
        done(store.put(new Skill(workspace, "off", null, "Off.", "x", List.of(), false, null), null), true);

        assertThat(await(store.facts(workspace, List.of("none", "off", "on"))))
                .containsExactly(new SkillResource("on", "Display", "What it is for."));
    }

    @Test
    void aRunnerRegistersAndReplacesItsOwnSkill() {
        open(1);
        long first = registered(register("o1", RUNNER, "learned", "one"));
        long second = registered(register("o2", RUNNER, "learned", "two"));

        assertThat(second).isGreaterThan(first);
        StoredSkill stored = await(store.find(workspace, "learned")).orElseThrow();
        assertThat(stored.skill().instructions()).isEqualTo("two");
        assertThat(stored.skill().registeredBy()).isEqualTo(RUNNER);
        assertThat(stored.skill().enabled()).isTrue();
    }

    @Test
    void aRepeatedOperationChangesNothingAndGetsTheSameAnswer() {
        open(1);
        long first = registered(register("o1", RUNNER, "learned", "one"));

        assertThat(registered(register("o1", RUNNER, "learned", "other"))).isEqualTo(first);
        assertThat(await(store.find(workspace, "learned")).orElseThrow().skill().instructions())
                .isEqualTo("one");
        await(store.delete(workspace, "learned", ANY_VERSION));
        assertThat(registered(register("o1", RUNNER, "learned", "one"))).isZero();
        assertThat(await(store.find(workspace, "learned"))).isEmpty();
    }

    @Test
    void aRunnerDoesNotReplaceSkillsOfOthers() {
        open(1);
        done(store.put(Skills.withInstructions(workspace, "mine", "a person's"), null), true);
        registered(register("o1", RUNNER, "learned", "one"));

        assertThat(await(register("o2", RUNNER, "mine", "x"))).isEqualTo(new SkillRegistrationOutcome.NameConflict());
        assertThat(await(register("o3", "plugin:acme/other/default", "learned", "x")))
                .isEqualTo(new SkillRegistrationOutcome.NameConflict());
        assertThat(await(store.find(workspace, "mine")).orElseThrow().skill().instructions())
                .isEqualTo("a person's");
        done(store.put(Skills.withInstructions(workspace, "learned", "reviewed"), ANY_VERSION), false);
        assertThat(await(register("o4", RUNNER, "learned", "x")))
                .as("who replaces it owns it")
                .isEqualTo(new SkillRegistrationOutcome.NameConflict());
        await(store.delete(workspace, "mine", ANY_VERSION));
        registered(register("o2", RUNNER, "mine", "now it may: what was refused may be tried again"));
    }

    @Test
    void aDisabledSkillStaysDisabled() {
        open(1);
        registered(register("o1", RUNNER, "learned", "one"));
        await(database.pool()
                .query("update context.skills set enabled = false where workspace_id = '" + workspace + "'")
                .execute());
        registered(register("o2", RUNNER, "learned", "two"));

        assertThat(await(store.facts(workspace, List.of("learned")))).isEmpty();
    }

    @Test
    void runnersHaveASeparateQuota() {
        open(1);
        List<SkillRegistrationOutcome> all = atOnce(IntStream.range(0, 6)
                .mapToObj(i -> register("o" + i, RUNNER, "l" + i, "x"))
                .toList());

        assertThat(all)
                .filteredOn(SkillRegistrationOutcome.Registered.class::isInstance)
                .hasSize(2);
        assertThat(all)
                .filteredOn(SkillRegistrationOutcome.TooMany.class::isInstance)
                .hasSize(4);
        done(store.put(Skills.of(workspace, "mine"), null), true);
    }

    @Test
    void anOlderAttemptAndAnEndedRunRegisterNothing() {
        assertThat(await(register("o0", RUNNER, "learned", "x"))).isEqualTo(new SkillRegistrationOutcome.Fenced());
        open(1);
        open(2);
        assertThat(await(register("o1", RUNNER, "learned", "x"))).isEqualTo(new SkillRegistrationOutcome.Fenced());
        await(new PostgresStateRepository(database.pool()).end(workspace, run, 2));
        assertThat(await(store.register(
                        new WriteClaim(workspace, run, 2, "o2"), Skills.by(RUNNER, workspace, "learned", "x"))))
                .isEqualTo(new SkillRegistrationOutcome.Fenced());
        assertThat(await(store.find(workspace, "learned"))).isEmpty();
    }

    private void open(int attempt) {
        await(new PostgresRunStartRepository(database.pool())
                .open(new RunContextQuestion(
                        workspace, new RunId(run), attempt, new EventId(run), "bot", "c", null, List.of())));
    }

    private Uni<SkillRegistrationOutcome> register(String operation, String runner, String name, String instructions) {
        return store.register(
                new WriteClaim(workspace, run, 1, operation), Skills.by(runner, workspace, name, instructions));
    }

    private static long registered(Uni<SkillRegistrationOutcome> registering) {
        return ((SkillRegistrationOutcome.Registered) await(registering)).version();
    }

    private static StoredSkill done(Uni<WriteOutcome<StoredSkill>> write, boolean isNew) {
        WriteOutcome.Done<StoredSkill> done = (WriteOutcome.Done<StoredSkill>) await(write);
        assertThat(done.isNew()).isEqualTo(isNew);
        return done.value();
    }

    private static <T> List<T> atOnce(List<Uni<T>> unis) {
        return await(Uni.join().all(unis).andFailFast());
    }
}
