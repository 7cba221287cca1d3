package dev.agenthost.runners.acpagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the sessions of an agent: one for each conversation, loaded, resumed or begun anew. */
@Timeout(120)
class AcpAgentSessionTest extends AcpAgentFixture {
    @Test
    void theSecondTurnLoadsTheSessionOfTheFirstAndRepeatsNothing() throws Exception {
        run("say one", "load");

        List<ResultPayload> second = run("before", "load");

        assertThat(SessionHost.messages(second)).containsExactly("[say one]");
        assertThat(host.state.get("external.session_id").asText()).startsWith("s");
        assertThat(host.state.get("external.working_directory").asText()).matches("[0-9a-f]{40}");
    }

    @Test
    void anAgentThatCanResumeIsNotAskedToRepeatTheConversation() throws Exception {
        run("say one", "resume", "load");

        assertThat(SessionHost.messages(run("before", "resume", "load"))).containsExactly("[say one]");
    }

    @Test
    void aSessionThatIsGoneBeginsAnewWithTheInstructions() throws Exception {
        host.config.put("prompt", "Be kind.");
        run("say one", "load");
        host.state.put("external.session_id", new com.fasterxml.jackson.databind.node.TextNode("s-gone"));

        String blocks = SessionHost.messages(run("blocks", "load")).getFirst();

        assertThat(blocks).contains("Be kind.");
        assertThat(host.state.get("external.session_id").asText()).isNotEqualTo("s-gone");
        assertThat(SessionHost.messages(run("blocks", "load")).getFirst()).doesNotContain("Be kind.");
    }

    @Test
    void aSessionThatBreaksTheAgentIsForgotten() throws Exception {
        run("say one", "load");

        assertThat(SessionHost.failure(run("say two", "load", "broken-load")).code())
                .isEqualTo("acp_agent.crashed");

        assertThat(host.state).doesNotContainKey("external.session_id");
        assertThat(SessionHost.messages(run("before", "load", "broken-load"))).containsExactly("[]");
    }

    @Test
    void anAgentIsToldOfTheToolsOfItsRunAsItsProfileSays() throws Exception {
        AgentProfile plain = profile(60, "http");
        for (AgentProfile.Mcp mcp : List.of(AgentProfile.Mcp.FILE, AgentProfile.Mcp.OFF)) {
            AgentProfile profile = new AgentProfile(
                    plain.name(),
                    plain.command(),
                    List.of(),
                    Map.of(),
                    PermissionPolicy.DENY,
                    mcp,
                    plain.startWithin(),
                    plain.turnWithin());
            String told = SessionHost.messages(runWith(profile, "mcp")).getFirst();
            assertThat(told).startsWith("true").contains(mcp == AgentProfile.Mcp.FILE ? "Bearer " : "no file");
            assertThat(found(".mcp.json")).isEmpty();
        }
    }

    @Test
    void anotherConversationHasAnotherSessionAndAnotherDirectory() throws Exception {
        run("say one", "load");
        Map<String, com.fasterxml.jackson.databind.JsonNode> first = Map.copyOf(host.state);
        host.conversation = "c2";

        assertThat(SessionHost.messages(run("before", "load"))).containsExactly("[]");
        assertThat(host.state.get("external.working_directory")).isNotEqualTo(first.get("external.working_directory"));
    }

    @Test
    void twoTurnsOfOneConversationAreTakenOneAfterTheOther() throws Exception {
        AcpAgent agent = agent(profile(60, "load"));
        List<ResultPayload> one = new CopyOnWriteArrayList<>();
        List<ResultPayload> two = new CopyOnWriteArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // Both begin before either has stored a session.
            Path let = home.resolve("let");
            var first = host.context("hold " + let);
            var second = host.context("before");
            Future<?> a = threads.submit(() -> {
                agent.run(first, SessionHost.output(one), host);
                return null;
            });
            await(() -> SessionHost.deltas(one).contains("holding"));
            Future<?> b = threads.submit(() -> {
                agent.run(second, SessionHost.output(two), host);
                return null;
            });
            assertThatThrownBy(() -> b.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(two).isEmpty();
            Files.createFile(let);
            a.get(60, TimeUnit.SECONDS);
            b.get(60, TimeUnit.SECONDS);
        }
        assertThat(SessionHost.messages(two)).containsExactly("[hold " + home.resolve("let") + "]");
    }
}
