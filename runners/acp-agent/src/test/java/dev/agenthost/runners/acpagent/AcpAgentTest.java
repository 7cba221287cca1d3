package dev.agenthost.runners.acpagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.sdk.RunCancelledException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The runner with a real process of an agent, over its real standard streams. */
@Timeout(120)
class AcpAgentTest extends AcpAgentFixture {
    @Test
    void saysWhatTheAgentSaysPieceByPiece() throws Exception {
        List<ResultPayload> said = run("say hello to you");

        assertThat(SessionHost.deltas(said)).containsExactly("hello ", "to ", "you");
        assertThat(SessionHost.messages(said)).containsExactly("hello to you");
        assertThat(said.getLast()).isEqualTo(new RunCompleted("stop", null));
    }

    @Test
    void anAgentReachesTheAssetsOfItsRunAndNothingAfterIt() throws Exception {
        host.resources = SessionHost.json(TOOLS);
        host.calls.put("call_tool", data -> SessionHost.json("{'result':{'sum':5}}"));

        List<ResultPayload> said =
                run("tool call_tool {\"tool_name\":\"add\",\"parameters\":{\"a\":2,\"b\":3}}", "http");

        assertThat(host.called).containsExactly("call_tool {\"tool_name\":\"add\",\"parameters\":{\"a\":2,\"b\":3}}");
        assertThat(SessionHost.messages(said)).containsExactly("{\"sum\":5}");
        assertThat(said).filteredOn(ToolCallStarted.class::isInstance).hasSize(1);
        assertThat(said)
                .filteredOn(ToolCallCompleted.class::isInstance)
                .allMatch(one -> ((ToolCallCompleted) one).error() == null)
                .hasSize(1);

        Path leaked = home.resolve("leaked.json");
        run("leak " + leaked, "http");
        ObjectNode told = SessionHost.json(Files.readString(leaked));
        HttpRequest late = HttpRequest.newBuilder(URI.create(told.path("url").asText()))
                .header("Content-Type", "application/json")
                .header("Authorization", told.at("/headers/0/value").asText())
                .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(late, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void anAgentWithoutHttpReachesThemThroughAProcess() throws Exception {
        host.resources = SessionHost.json(TOOLS);

        assertThat(SessionHost.messages(run("tools")))
                .containsExactly("list_assets,get_current_event,history_page,history_search,retrieve_knowledge,"
                        + "get_tool_detail,call_tool,artifact_metadata,artifact_read,artifact_upload");
    }

    @Test
    void aRefusalOfTheHostIsAToolError() throws Exception {
        host.resources = SessionHost.json(TOOLS);

        List<ResultPayload> said = run("tool call_tool {\"tool_name\":\"add\"}", "http");

        assertThat(SessionHost.messages(said).getFirst()).contains("\"code\":\"unauthorized\"");
        assertThat(said)
                .filteredOn(ToolCallCompleted.class::isInstance)
                .allMatch(
                        one -> String.valueOf(((ToolCallCompleted) one).error()).contains("unauthorized"))
                .hasSize(1);
    }

    @Test
    void whatAnAgentUploadsIsAnArtifactOfTheRun() throws Exception {
        List<ResultPayload> said =
                run("tool artifact_upload {\"name\":\"a.txt\",\"mime_type\":\"text/plain\",\"text\":\"hé\"}", "http");

        ArtifactCreated made = (ArtifactCreated) said.stream()
                .filter(ArtifactCreated.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(made.name()).isEqualTo("a.txt");
        assertThat(made.sizeBytes()).isEqualTo(3);
        assertThat(SessionHost.messages(said).getFirst()).contains(String.valueOf(made.artifactId()));
    }

    @Test
    void whoMayNotIsDeniedAndTheToolsOfTheRunAreAllowed() throws Exception {
        assertThat(SessionHost.messages(run("ask read README")).getFirst()).contains("id-reject_once");
        assertThat(SessionHost.messages(run("ask other mcp__agenthost__history_page"))
                        .getFirst())
                .contains("id-allow_once");
        assertThat(SessionHost.messages(run("ask execute mcp__agenthost__history_page"))
                        .getFirst())
                .contains("id-reject_once");
    }

    @Test
    void anAgentIsToldToStopWhenItsRunIsCancelled() throws Exception {
        AcpAgent agent = agent(profile(60));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> run = threads.submit(() -> {
                agent.run(host.context("wait"), host.output(), host);
                return null;
            });
            await(() -> SessionHost.deltas(host.said).contains("waiting"));
            host.cancelled = true;
            assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RunCancelledException.class);
        }
        assertThat(found("was-cancelled")).isPresent();
    }

    @Test
    void linesThatAreNoMessagesArePassedOver() throws Exception {
        assertThat(SessionHost.messages(run("garbage"))).containsExactly("still here");
    }

    @Test
    void anAgentSeesOfTheEnvironmentOnlyWhatItsProfileNames() throws Exception {
        String names = SessionHost.messages(run("env")).getFirst();

        assertThat(List.of(names.split(",")))
                .contains("PATH", "SCRIPTED_SECRET")
                .doesNotContain("MAVEN_OPTS");
        assertThat(names).doesNotContain("AGENTHOST");
    }

    @Test
    void everyReasonToStopHasItsEnd() throws Exception {
        assertThat(run("stop max_tokens").getLast()).isEqualTo(new RunCompleted("length", null));
        assertThat(SessionHost.failure(run("stop refusal")).code()).isEqualTo("acp_agent.refused");
        assertThat(SessionHost.failure(run("stop cancelled")).code()).isEqualTo("acp_agent.cancelled");
    }

    @Test
    void filesOfThisMachineAreNotServedAndOtherSessionsNotHeard() throws Exception {
        assertThat(SessionHost.messages(run("file"))).containsExactly("-32601");
        assertThat(SessionHost.messages(run("foreign"))).containsExactly("mine");
    }

    @Test
    void theFactsOfTheRunLieInTheDirectory() throws Exception {
        run("say x");

        String facts = Files.readString(found("agent-context.json").orElseThrow());
        assertThat(SessionHost.json(facts).path("run_id").asText()).isEqualTo("run-1");
        assertThat(found("LANGBOT_CONTEXT.md")).isPresent();
        assertThat(found(".mcp.json")).isEmpty();
    }

    @Test
    void anEventWithoutAnythingToAnswerStartsNothing() throws Exception {
        assertThat(run("")).isEmpty();
        assertThat(found("agent-context.json")).isEmpty();
    }
}
