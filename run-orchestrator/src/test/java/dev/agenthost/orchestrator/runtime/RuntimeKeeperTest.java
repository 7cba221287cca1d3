package dev.agenthost.orchestrator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.platform.lease.Incarnation;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RuntimeKeeperTest {
    private final RecordingRuntime.Claims claims = new RecordingRuntime.Claims();
    private final ScriptedRuntime runtime = RuntimeConnectionTest.runtime(SdkGeneration.LATER);
    private final RecordingRuntime one = new RecordingRuntime(runtime, SdkGeneration.LATER, claims);
    private final RecordingRuntime two = new RecordingRuntime(runtime, SdkGeneration.LATER, claims);

    @Test
    void oneReplicaHoldsItAndTheOtherTakesOverWhenTheFirstIsDead() {
        one.after(Duration.ofSeconds(1));
        two.after(Duration.ofSeconds(10));
        assertThat(two.dials).isZero();

        claims.dead.add(one.mine);
        two.after(Duration.ofSeconds(2));

        assertThat(two.said).containsExactly("ready", "runners 2");
        assertThat(one.said).containsExactly("ready", "runners 2", "ended: closed 1000", "trouble: closed 1000");
        assertThat(claims.epoch).isEqualTo(2);
    }

    @Test
    void aReplicaThatLosesItsLeaseClosesTheSocketAtOnceAndWaitsForItsTurn() {
        one.after(Duration.ofSeconds(1));
        claims.dead.add(one.mine);
        one.mine = new Incarnation(UUID.randomUUID());
        claims.held.put("main", two.mine);

        one.keeper.tick();

        assertThat(one.said)
                .containsExactly("ready", "runners 2", "socket closed", "ended: the lease was lost", "let go");
        one.after(Duration.ofMinutes(5));
        assertThat(one.dials).isEqualTo(1);
    }

    @Test
    void aReplicaWhoseLeaseIsOverdueDialsNobody() {
        one.mayAct = false;
        one.after(Duration.ofMinutes(1));
        assertThat(one.dials).isZero();

        one.mayAct = true;
        one.after(Duration.ofSeconds(1));
        assertThat(one.said).containsExactly("ready", "runners 2");
    }

    @Test
    void aDroppedConnectionIsDialledAgainWithTheSameNames() {
        one.after(Duration.ofSeconds(1));
        runtime.control().drop();
        one.after(Duration.ofSeconds(3));

        assertThat(one.said)
                .containsExactly(
                        "ready", "runners 2", "ended: closed 1001", "trouble: closed 1001", "ready", "runners 2");
        assertThat(runtime.asked("set_runtime_config")).hasSize(2);
        assertThat(runtime.asked("set_runtime_config").getFirst().path("data"))
                .isEqualTo(runtime.asked("set_runtime_config").getLast().path("data"));
        assertThat(runtime.asked("list_plugins").getFirst().path("context"))
                .isEqualTo(runtime.asked("list_plugins").getLast().path("context"));
    }

    @Test
    void anotherHostThatTakesTheRuntimeAwayAgainAndAgainIsNotFought() {
        one.after(Duration.ofSeconds(1));
        for (int i = 0; i < 1200; i++) {
            if (!one.live.isEmpty()) {
                runtime.connected(new Silent());
            }
            one.after(Duration.ofMillis(500));
        }

        assertThat(one.dials).isBetween(10, 20);
    }

    @Test
    void aRefusedTokenIsSaidOnceAndTriedAgainAfterGrowingPauses() {
        one.refusal = "the runtime refused the control token (401)";
        one.after(Duration.ofMinutes(10));

        assertThat(one.said).containsExactly("trouble: the runtime refused the control token (401)");
        assertThat(one.dials).isBetween(10, 20);

        one.refusal = null;
        one.after(Duration.ofMinutes(1));
        assertThat(one.said).endsWith("ready", "runners 2");
    }

    @Test
    void aRuntimeThatWasToldOtherNamesBeforeIsNotUsedAndPeopleAreToldWhy() {
        runtime.connected(new Silent())
                .received("{\"seq_id\":1,\"action\":\"set_runtime_config\",\"data\":{"
                        + "\"runtime_identity\":{\"instance_uuid\":\"other\",\"runtime_id\":\"other:1\"},"
                        + "\"worker_policy\":{\"max_cpus\":1.0,\"max_memory_mb\":512,\"max_pids\":256},"
                        + "\"runtime_profile\":\"oss_dev\",\"cloud_service_url\":null}}");

        one.after(Duration.ofSeconds(1));

        assertThat(one.live).isEmpty();
        assertThat(one.said)
                .contains("trouble: the runtime refused set_runtime_config:"
                        + " ValueError: Plugin Runtime identity cannot be rebound");
    }

    @Test
    void aRuntimeThatAnswersNothingIsGivenUpAtTheEndOfTheStartUp() {
        runtime.deafen();
        one.after(Duration.ofSeconds(59));
        assertThat(one.said).isEmpty();

        one.after(Duration.ofSeconds(3));
        assertThat(one.said)
                .containsExactly(
                        "socket closed",
                        "ended: the runtime did not complete the start-up in time",
                        "trouble: the runtime did not complete the start-up in time");
    }

    @Test
    void oneThatIsReadNoFurtherForItsNoiseIsGivenUpThenAsWell() {
        runtime.deafen();
        one.after(Duration.ofSeconds(1));
        one.invalid(Backlog.IDLE_TALK + 1);
        assertThat(one.said).containsExactly("held");

        one.after(Duration.ofSeconds(61));

        assertThat(one.said).contains("ended: the runtime did not complete the start-up in time");
    }

    @Test
    void aRuntimeThatAnswersNoPingAnyMoreIsLeft() {
        one.after(Duration.ofSeconds(1));
        runtime.deafen();
        one.after(Duration.ofSeconds(85));

        assertThat(one.said).contains("ended: the runtime answered no ping");
    }

    @Test
    void aRuntimeThatNeverListsIsAskedNowAndThenAndHoldsNobodyUp() {
        ScriptedRuntime empty = new ScriptedRuntime(true).listsNothing();
        RecordingRuntime kept = new RecordingRuntime(empty, SdkGeneration.LATER, new RecordingRuntime.Claims());
        kept.after(Duration.ofMinutes(5));

        assertThat(kept.said).containsExactly("ready");
        assertThat(empty.asked("list_agent_runners")).hasSizeBetween(10, 20);
        assertThat(kept.connection().runners()).isEmpty();
        assertThat(kept.connection().room()).isEqualTo(126);
    }

    @Test
    void aListThatIsNotUnderstoodFailsAtOnceAndIsAskedForAgain() {
        runtime.garbles("list_agent_runners");
        one.after(Duration.ofSeconds(1));
        assertThat(one.connection().refusals())
                .extracting(Object::toString)
                .singleElement()
                .asString()
                .contains("list_agent_runners failed: invalid message: not JSON");

        one.after(Duration.ofMinutes(5));
        assertThat(one.said).containsExactly("ready", "runners 0", "not understood");
        assertThat(one.counted)
                .containsExactly(Map.entry(
                        Frame.Kind.NOT_JSON, runtime.asked("list_agent_runners").size()));
        assertThat(runtime.asked("list_agent_runners")).hasSizeBetween(10, 20);

        runtime.garbles("");
        one.after(Duration.ofMinutes(1));
        assertThat(one.said).endsWith("runners 2");
        assertThat(one.connection().refusals()).isEmpty();
    }

    @Test
    void anAnswerToTheStartUpThatIsNotUnderstoodEndsItAtOnce() {
        runtime.garbles("list_plugins");
        one.after(Duration.ofMillis(500));

        assertThat(one.said).contains("trouble: the runtime refused list_plugins: invalid message: not JSON");
    }

    @Test
    void aPluginThatStartsLaterIsFoundSoon() {
        ScriptedRuntime slow =
                RuntimeConnectionTest.runtime(SdkGeneration.LATER).listsNothing();
        RecordingRuntime kept = new RecordingRuntime(slow, SdkGeneration.LATER, new RecordingRuntime.Claims());
        kept.after(Duration.ofMinutes(2));
        assertThat(kept.said).containsExactly("ready");

        slow.start("acme/answers");
        kept.after(Duration.ofMillis(500));

        assertThat(kept.said).containsExactly("ready", "runners 1");
    }

    @Test
    void aRunForARunnerThatIsNotListedIsAReasonToAskOnceMore() {
        one.after(Duration.ofMinutes(2));
        int before = runtime.asked("list_agent_runners").size();

        for (int i = 0; i < 50; i++) {
            one.keeper.wanted();
        }
        one.keeper.tick();

        assertThat(runtime.asked("list_agent_runners")).hasSize(before + 1);
    }

    @Test
    void anOrderlyEndClosesTheSocketForGood() {
        one.after(Duration.ofSeconds(1));
        one.keeper.stop();
        one.after(Duration.ofMinutes(5));

        assertThat(one.said).endsWith("socket closed", "ended: the host is stopped", "let go");
        assertThat(one.dials).isEqualTo(1);
    }

    private record Silent() implements ScriptedRuntime.Socket {
        @Override
        public void send(String text) {}

        @Override
        public void close(int code) {}
    }
}
