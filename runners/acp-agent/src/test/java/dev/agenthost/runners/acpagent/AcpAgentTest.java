package dev.agenthost.runners.acpagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.runners.acpagent.profile.AgentProfile;
import dev.agenthost.runners.acpagent.profile.AgentProfileRegistry;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.harness.SkillTexts;
import dev.agenthost.sdk.harness.files.WorkingDirectories;
import dev.agenthost.sdk.harness.mcp.RunMcpServer;
import dev.agenthost.sdk.host.AgentApiException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runner with a real process of an agent, over its real standard streams. */
@Timeout(120)
class AcpAgentTest {
    private static final String TOOLS = "{'tools':[{'tool_name':'add','operations':['detail','call']}],"
            + "'knowledge_bases':[{'kb_id':'kb1','operations':['retrieve']}]}";

    @TempDir
    private Path home;

    private final Host host = new Host();
    private RunMcpServer server;

    @BeforeEach
    void start() throws Exception {
        server = RunMcpServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void saysWhatTheAgentSaysPieceByPiece() throws Exception {
        List<ResultPayload> said = run("say hello to you");

        assertThat(Host.deltas(said)).containsExactly("hello ", "to ", "you");
        assertThat(Host.messages(said)).containsExactly("hello to you");
        assertThat(said.getLast()).isEqualTo(new RunCompleted("stop", null));
    }

    @Test
    void anAgentReachesTheAssetsOfItsRunAndNothingAfterIt() throws Exception {
        host.resources = Host.json(TOOLS);
        host.calls.put("call_tool", data -> Host.json("{'result':{'sum':5}}"));

        List<ResultPayload> said =
                run("tool call_tool {\"tool_name\":\"add\",\"parameters\":{\"a\":2,\"b\":3}}", "http");

        assertThat(host.called).containsExactly("call_tool {\"tool_name\":\"add\",\"parameters\":{\"a\":2,\"b\":3}}");
        assertThat(Host.messages(said)).containsExactly("{\"sum\":5}");
        assertThat(said).filteredOn(ToolCallStarted.class::isInstance).hasSize(1);
        assertThat(said)
                .filteredOn(ToolCallCompleted.class::isInstance)
                .allMatch(one -> ((ToolCallCompleted) one).error() == null)
                .hasSize(1);

        Path leaked = home.resolve("leaked.json");
        run("leak " + leaked, "http");
        ObjectNode told = Host.json(Files.readString(leaked));
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
        host.resources = Host.json(TOOLS);

        assertThat(Host.messages(run("tools")))
                .containsExactly("list_assets,get_current_event,history_page,history_search,retrieve_knowledge,"
                        + "get_tool_detail,call_tool,artifact_metadata,artifact_read,artifact_upload");
    }

    @Test
    void aRefusalOfTheHostIsAToolError() throws Exception {
        host.resources = Host.json(TOOLS);

        List<ResultPayload> said = run("tool call_tool {\"tool_name\":\"add\"}", "http");

        assertThat(Host.messages(said).getFirst()).contains("\"code\":\"unauthorized\"");
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
        assertThat(Host.messages(said).getFirst()).contains(String.valueOf(made.artifactId()));
    }

    @Test
    void theSecondTurnLoadsTheSessionOfTheFirstAndRepeatsNothing() throws Exception {
        run("say one", "load");

        List<ResultPayload> second = run("before", "load");

        assertThat(Host.messages(second)).containsExactly("[say one]");
        assertThat(host.state.get("external.session_id").asText()).startsWith("s");
        assertThat(host.state.get("external.working_directory").asText()).matches("[0-9a-f]{40}");
    }

    @Test
    void anAgentThatCanResumeIsNotAskedToRepeatTheConversation() throws Exception {
        run("say one", "resume", "load");

        assertThat(Host.messages(run("before", "resume", "load"))).containsExactly("[say one]");
    }

    @Test
    void aSessionThatIsGoneBeginsAnewWithTheInstructions() throws Exception {
        host.config.put("prompt", "Be kind.");
        run("say one", "load");
        host.state.put("external.session_id", new com.fasterxml.jackson.databind.node.TextNode("s-gone"));

        String blocks = Host.messages(run("blocks", "load")).getFirst();

        assertThat(blocks).contains("Be kind.");
        assertThat(host.state.get("external.session_id").asText()).isNotEqualTo("s-gone");
        assertThat(Host.messages(run("blocks", "load")).getFirst()).doesNotContain("Be kind.");
    }

    @Test
    void aSessionThatBreaksTheAgentIsForgotten() throws Exception {
        run("say one", "load");

        assertThat(Host.failure(run("say two", "load", "broken-load")).code()).isEqualTo("acp_agent.crashed");

        assertThat(host.state).doesNotContainKey("external.session_id");
        assertThat(Host.messages(run("before", "load", "broken-load"))).containsExactly("[]");
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
            String told = Host.messages(runWith(profile, "mcp")).getFirst();
            assertThat(told).startsWith("true").contains(mcp == AgentProfile.Mcp.FILE ? "Bearer " : "no file");
            assertThat(found(".mcp.json")).isEmpty();
        }
    }

    @Test
    void anotherConversationHasAnotherSessionAndAnotherDirectory() throws Exception {
        run("say one", "load");
        Map<String, com.fasterxml.jackson.databind.JsonNode> first = Map.copyOf(host.state);
        host.conversation = "c2";

        assertThat(Host.messages(run("before", "load"))).containsExactly("[]");
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
                agent.run(first, Host.output(one), host);
                return null;
            });
            await(() -> Host.deltas(one).contains("holding"));
            Future<?> b = threads.submit(() -> {
                agent.run(second, Host.output(two), host);
                return null;
            });
            assertThatThrownBy(() -> b.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(two).isEmpty();
            Files.createFile(let);
            a.get(60, TimeUnit.SECONDS);
            b.get(60, TimeUnit.SECONDS);
        }
        assertThat(Host.messages(two)).containsExactly("[hold " + home.resolve("let") + "]");
    }

    @Test
    void whoMayNotIsDeniedAndTheToolsOfTheRunAreAllowed() throws Exception {
        assertThat(Host.messages(run("ask read README")).getFirst()).contains("id-reject_once");
        assertThat(Host.messages(run("ask other mcp__agenthost__history_page")).getFirst())
                .contains("id-allow_once");
        assertThat(Host.messages(run("ask execute mcp__agenthost__history_page"))
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
            await(() -> Host.deltas(host.said).contains("waiting"));
            host.cancelled = true;
            assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RunCancelledException.class);
        }
        assertThat(found("was-cancelled")).isPresent();
    }

    @Test
    void anAgentThatDoesNotStopIsEndedWithItsChildren() throws Exception {
        Path child = home.resolve("child");
        List<ResultPayload> said = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent(profile(60));
        Thread run = Thread.ofVirtual().start(() -> {
            try {
                agent.run(host.context("deaf " + child), Host.output(said), host);
            } catch (InterruptedException over) {
                said.clear();
            }
        });
        await(() -> Host.deltas(said).contains("deaf"));

        run.interrupt();

        assertThat(run.join(Duration.ofSeconds(60))).isTrue();
        assertThat(said).isEmpty();
        long pid = Long.parseLong(Files.readString(child));
        await(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aTurnThatTakesTooLongFails() throws Exception {
        host.config.put("turn-seconds", 1);

        assertThat(Host.failure(run("deaf " + home.resolve("child"))).code()).isEqualTo("acp_agent.timeout");
    }

    @Test
    void aCrashInTheMiddleFailsTheRunAndKeepsWhatWasSaid() throws Exception {
        List<ResultPayload> said = run("crash");

        assertThat(Host.messages(said)).containsExactly("half an ans");
        assertThat(Host.failure(said).code()).isEqualTo("acp_agent.crashed");
        assertThat(Host.failure(said).error()).contains("with 7").doesNotContain("a person said");
    }

    @Test
    void linesThatAreNoMessagesArePassedOver() throws Exception {
        assertThat(Host.messages(run("garbage"))).containsExactly("still here");
    }

    @Test
    void nothingButNoiseEndsTheRun() throws Exception {
        assertThat(Host.failure(run("noise")).code()).isEqualTo("acp_agent.protocol");
    }

    @Test
    void outputWithoutEndEndsTheRun() throws Exception {
        assertThat(Host.failure(run("endless")).code()).isEqualTo("acp_agent.output_too_large");
        assertThat(Host.failure(run("longline")).code()).isEqualTo("acp_agent.output_too_large");
    }

    @Test
    void anAgentSeesOfTheEnvironmentOnlyWhatItsProfileNames() throws Exception {
        String names = Host.messages(run("env")).getFirst();

        assertThat(List.of(names.split(",")))
                .contains("PATH", "SCRIPTED_SECRET")
                .doesNotContain("MAVEN_OPTS");
        assertThat(names).doesNotContain("AGENTHOST");
    }

    @Test
    void anErrorOfTheAgentIsToldWithoutItsSecrets() throws Exception {
        List<ResultPayload> said = run("error");

        assertThat(Host.failure(said).code()).isEqualTo("acp_agent.agent_error");
        assertThat(Host.failure(said).error()).contains("Internal error with ***");
    }

    @Test
    void everyReasonToStopHasItsEnd() throws Exception {
        assertThat(run("stop max_tokens").getLast()).isEqualTo(new RunCompleted("length", null));
        assertThat(Host.failure(run("stop refusal")).code()).isEqualTo("acp_agent.refused");
        assertThat(Host.failure(run("stop cancelled")).code()).isEqualTo("acp_agent.cancelled");
    }

    @Test
    void filesOfThisMachineAreNotServedAndOtherSessionsNotHeard() throws Exception {
        assertThat(Host.messages(run("file"))).containsExactly("-32601");
        assertThat(Host.messages(run("foreign"))).containsExactly("mine");
    }

    @Test
    void anAgentThatCannotBeHadSaysWhy() throws Exception {
        assertThat(Host.failure(run("say x", "v2")).code()).isEqualTo("acp_agent.protocol");
        assertThat(Host.failure(run("say x", "locked")).code()).isEqualTo("acp_agent.auth_required");
        assertThat(Host.failure(runWith(profile(1, "mute"), "say x")).code()).isEqualTo("acp_agent.start_timeout");
        AgentProfile missing = new AgentProfile(
                "p",
                List.of("/nowhere/agent"),
                List.of(),
                Map.of(),
                PermissionPolicy.DENY,
                AgentProfile.Mcp.SESSION,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5));
        assertThat(Host.failure(runWith(missing, "say x")).code()).isEqualTo("acp_agent.not_started");
        host.config.put("profile", "another");
        assertThat(Host.failure(run("say x")).code()).isEqualTo("acp_agent.no_profile");
    }

    @Test
    void theFactsOfTheRunLieInTheDirectory() throws Exception {
        run("say x");

        String facts = Files.readString(found("agent-context.json").orElseThrow());
        assertThat(Host.json(facts).path("run_id").asText()).isEqualTo("run-1");
        assertThat(found("LANGBOT_CONTEXT.md")).isPresent();
        assertThat(found(".mcp.json")).isEmpty();
    }

    @Test
    void aGrantedSkillSaysWhatItSays() throws Exception {
        host.resources = skills(1, "'call'");
        host.calls.put(
                "call_tool",
                data -> Host.json("{'result':{'content':[{'type':'text','text':'Bow, then smile.'}],"
                        + "'structured_content':{'skill_name':'s0','files':['deep.md']},'is_error':false}}"));

        run("say x");

        assertThat(skill("s0"))
                .contains("name: \"s0\"", "Bow, then smile.", "- deep.md")
                .doesNotContain("is not here");
        assertThat(host.called)
                .containsOnlyOnce("call_tool {\"tool_name\":\"activate\",\"parameters\":{\"skill_name\":\"s0\"}}");
    }

    @Test
    void withoutTheToolNobodyIsAskedAndTheFactsStandAlone() throws Exception {
        host.resources = skills(1, "'detail'");

        run("say x");

        assertThat(skill("s0")).contains("description: \"about s0\"", "are not in this file");
        assertThat(host.called).noneMatch(call -> call.startsWith("call_tool"));
    }

    @Test
    void aSkillThatIsRefusedOrCutShortCostsItsTextOnly() throws Exception {
        host.resources = skills(3, "'call'");
        host.calls.put(
                "call_tool", data -> switch (data.at("/parameters/skill_name").asText()) {
                    case "s0" -> throw refused("not_found", false);
                    case "s1" -> Host.json("{'result':{'content':[{'type':'text','text':'half'}],'truncated':true}}");
                    default -> Host.json("{'result':{'content':[{'type':'text','text':'whole'}]}}");
                });

        assertThat(Host.messages(run("say x"))).containsExactly("x");

        assertThat(skill("s0")).contains("are not in this file");
        assertThat(skill("s1")).contains("are not in this file").doesNotContain("half");
        assertThat(skill("s2")).contains("whole");
    }

    @Test
    void noMoreThanSoManySkillsAreAskedForAndAHostInTroubleOnce() throws Exception {
        host.resources = skills(SkillTexts.MOST + 2, "'call'");
        host.calls.put("call_tool", data -> Host.json("{'result':{'content':[{'type':'text','text':'whole'}]}}"));
        run("say x");
        assertThat(host.called).filteredOn(call -> call.startsWith("call_tool")).hasSize(SkillTexts.MOST);

        host.called.clear();
        host.calls.put("call_tool", data -> {
            throw refused("runtime_error", true);
        });
        assertThat(Host.messages(run("say x"))).containsExactly("x");
        assertThat(host.called).filteredOn(call -> call.startsWith("call_tool")).hasSize(1);
    }

    private static ObjectNode skills(int many, String operations) {
        ObjectNode resources =
                Host.json("{'tools':[{'tool_name':'activate','operations':[" + operations + "]}],'skills':[]}");
        for (int i = 0; i < many; i++) {
            resources
                    .withArray("skills")
                    .add(Host.json("{'skill_name':'s" + i + "','description':'about s" + i + "'}"));
        }
        return resources;
    }

    private String skill(String name) throws Exception {
        return Files.readString(found(Path.of(name, "SKILL.md").toString()).orElseThrow());
    }

    private static AgentApiException refused(String code, boolean retryable) {
        return new AgentApiException(new AgentApiError(code, "no", retryable, Host.json("{}")));
    }

    @Test
    void anEventWithoutAnythingToAnswerStartsNothing() throws Exception {
        assertThat(run("")).isEmpty();
        assertThat(found("agent-context.json")).isEmpty();
    }

    private List<ResultPayload> run(String text, String... able) throws Exception {
        return runWith(profile(60, able), text);
    }

    private List<ResultPayload> runWith(AgentProfile profile, String text) throws Exception {
        List<ResultPayload> said = new CopyOnWriteArrayList<>();
        agent(profile).run(host.context(text), Host.output(said), host);
        return said;
    }

    private AcpAgent agent(AgentProfile profile) throws Exception {
        return new AcpAgent(
                new AgentProfileRegistry(Map.of(profile.name(), profile)),
                new WorkingDirectories(home.resolve("sessions"), Duration.ofDays(1), 10),
                server,
                4);
    }

    private static AgentProfile profile(int startSeconds, String... able) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ScriptedAgent.class.getName()));
        command.addAll(List.of(able));
        return new AgentProfile(
                "scripted",
                command,
                List.of(),
                Map.of("SCRIPTED_SECRET", "sk-very-secret"),
                PermissionPolicy.DENY,
                AgentProfile.Mcp.SESSION,
                Duration.ofSeconds(startSeconds),
                Duration.ofSeconds(60));
    }

    private java.util.Optional<Path> found(String name) throws Exception {
        try (Stream<Path> all = Files.walk(home)) {
            return all.filter(path -> path.endsWith(name)).findFirst();
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(until);
            Thread.sleep(20);
        }
    }
}
