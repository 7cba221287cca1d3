package dev.agenthost.runners.acpagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests agents that crash, hang, write noise or cannot be started. */
@Timeout(120)
class AcpAgentFailureTest extends AcpAgentFixture {
    @Test
    void anAgentThatDoesNotStopIsEndedWithItsChildren() throws Exception {
        Path child = home.resolve("child");
        List<ResultPayload> said = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent(profile(60));
        Thread run = Thread.ofVirtual().start(() -> {
            try {
                agent.run(host.context("deaf " + child), SessionHost.output(said), host);
            } catch (InterruptedException over) {
                said.clear();
            }
        });
        await(() -> SessionHost.deltas(said).contains("deaf"));

        run.interrupt();

        assertThat(run.join(Duration.ofSeconds(60))).isTrue();
        assertThat(said).isEmpty();
        long pid = Long.parseLong(Files.readString(child));
        await(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aTurnThatTakesTooLongFails() throws Exception {
        host.config.put("turn-seconds", 1);

        assertThat(SessionHost.failure(run("deaf " + home.resolve("child"))).code())
                .isEqualTo("acp_agent.timeout");
    }

    @Test
    void aCrashInTheMiddleFailsTheRunAndKeepsWhatWasSaid() throws Exception {
        List<ResultPayload> said = run("crash");

        assertThat(SessionHost.messages(said)).containsExactly("half an ans");
        assertThat(SessionHost.failure(said).code()).isEqualTo("acp_agent.crashed");
        assertThat(SessionHost.failure(said).error()).contains("with 7").doesNotContain("a person said");
    }

    @Test
    void nothingButNoiseEndsTheRun() throws Exception {
        assertThat(SessionHost.failure(run("noise")).code()).isEqualTo("acp_agent.protocol");
    }

    @Test
    void outputWithoutEndEndsTheRun() throws Exception {
        assertThat(SessionHost.failure(run("endless")).code()).isEqualTo("acp_agent.output_too_large");
        assertThat(SessionHost.failure(run("longline")).code()).isEqualTo("acp_agent.output_too_large");
    }

    @Test
    void anErrorOfTheAgentIsToldWithoutItsSecrets() throws Exception {
        List<ResultPayload> said = run("error");

        assertThat(SessionHost.failure(said).code()).isEqualTo("acp_agent.agent_error");
        assertThat(SessionHost.failure(said).error()).contains("Internal error with ***");
    }

    @Test
    void anAgentThatCannotBeHadSaysWhy() throws Exception {
        assertThat(SessionHost.failure(run("say x", "v2")).code()).isEqualTo("acp_agent.protocol");
        assertThat(SessionHost.failure(run("say x", "locked")).code()).isEqualTo("acp_agent.auth_required");
        assertThat(SessionHost.failure(runWith(profile(1, "mute"), "say x")).code())
                .isEqualTo("acp_agent.start_timeout");
        AgentProfile missing = new AgentProfile(
                "p",
                List.of("/nowhere/agent"),
                List.of(),
                Map.of(),
                PermissionPolicy.DENY,
                AgentProfile.Mcp.SESSION,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5));
        assertThat(SessionHost.failure(runWith(missing, "say x")).code()).isEqualTo("acp_agent.not_started");
        host.config.put("profile", "another");
        assertThat(SessionHost.failure(run("say x")).code()).isEqualTo("acp_agent.no_profile");
    }
}
