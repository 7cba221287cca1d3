package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.store.artifact.UploadToken;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the Host API calls by subject, in the names and JSON of LangBot's wire. */
@Timeout(60)
class HostSubjectsTest extends HostSubjectsFixture {
    @Test
    void replacesAValueOnlyIfItIsUnchanged() throws Exception {
        List<Boolean> replaced = new CopyOnWriteArrayList<>();
        CompletableFuture<StateValue> found = new CompletableFuture<>();
        Peer peer = connect(call(found, api -> {
            StateValue read = api.stateRead(StateScope.ACTOR, "k");
            replaced.add(api.stateReplace(StateScope.ACTOR, "k", read.etag(), ScriptedHost.json("2")));
            replaced.add(api.stateReplace(StateScope.ACTOR, "k", null, ScriptedHost.json("3")));
            return read;
        }));
        peer.run("r1");

        peer.answer(peer.next(), "{'value':1,'etag':'e1'}");
        JsonNode second = peer.next();
        assertThat(second.at("/data/if_match").asText()).isEqualTo("e1");
        assertThat(second.at("/data/value").asInt()).isEqualTo(2);
        peer.answer(second, "{'success':true}");
        JsonNode third = peer.next();
        assertThat(third.at("/data/if_absent").asBoolean()).isTrue();
        peer.socket.writeTextMessage(
                ScriptedHost.failure(third, "stale", "{'code':'conflict','message':'stale','retryable':false}"));

        assertThat(get(found).etag()).isEqualTo("e1");
        assertThat(replaced).containsExactly(true, false);
    }

    @Test
    void appliesSeveralChangesOrNone() throws Exception {
        List<Boolean> applied = new CopyOnWriteArrayList<>();
        CompletableFuture<String> done = new CompletableFuture<>();
        Peer peer = connect(call(done, api -> {
            List<StateChange> changes = List.of(
                    StateChange.set("a", ScriptedHost.json("{'n':1}")),
                    StateChange.set("b", ScriptedHost.json("2")).provided(null),
                    StateChange.delete("c").provided("e1"));
            applied.add(api.stateApply(StateScope.CONVERSATION, changes));
            applied.add(api.stateApply(StateScope.CONVERSATION, changes));
            return "done";
        }));
        peer.run("r1");

        JsonNode first = peer.next();
        assertThat(first.path("action").asText()).isEqualTo("state_apply");
        assertThat(first.at("/data/scope").asText()).isEqualTo("conversation");
        assertThat(first.at("/data/changes"))
                .isEqualTo(ScriptedHost.json("[{'key':'a','value':{'n':1}},{'key':'b','value':2,'if_absent':true},"
                        + "{'key':'c','delete':true,'if_match':'e1'}]"));
        peer.answer(first, "{'success':true}");
        peer.socket.writeTextMessage(
                ScriptedHost.failure(peer.next(), "stale", "{'code':'conflict','message':'stale','retryable':false}"));

        assertThat(get(done)).isEqualTo("done");
        assertThat(applied).containsExactly(true, false);
    }

    @Test
    void pullsSteeringMessagesAllAtOnceOrOneByOne() throws Exception {
        CompletableFuture<List<Object>> events = new CompletableFuture<>();
        Peer peer = connect(call(
                events,
                api -> List.of(
                        api.steering().pull(5).stream()
                                .map(item -> item.input().text())
                                .toList(),
                        api.steering().next().isPresent())));
        peer.run("r1");

        JsonNode all = peer.next();
        assertThat(all.path("action").asText()).isEqualTo("steering_pull");
        assertThat(all.path("data")).isEqualTo(ScriptedHost.json("{'run_id':'r1','mode':'all','limit':5}"));
        String item =
                "{'claimed_run_id':'r1','runner_id':'plugin:a/b/c','event':{'event_id':'e1','event_type':'message.received',"
                        + "'source':'api','data':{}},'input':{'text':'also this','contents':[],'attachments':[]},'metadata':{}}";
        peer.answer(all, "{'items':[" + item + "]}");
        JsonNode one = peer.next();
        assertThat(one.path("data")).isEqualTo(ScriptedHost.json("{'run_id':'r1','mode':'one','limit':null}"));
        peer.answer(one, "{'items':[]}");

        assertThat(get(events)).isEqualTo(List.of(List.of("also this"), false));
    }

    @Test
    void delegatesAndReadsTheDelegatedRun() throws Exception {
        CompletableFuture<List<Object>> found = new CompletableFuture<>();
        Delegation task = new Delegation("d-1", "helper", 30, null);
        Peer peer = connect(call(
                found,
                api -> List.of(
                        api.delegations().delegate(task, "count", null),
                        api.delegations().get("child").hasEnded(),
                        api.delegations().results("child").size(),
                        api.delegations().cancel("child", "enough").status())));
        peer.run("r1");

        JsonNode delegated = peer.next();
        assertThat(delegated.path("action").asText()).isEqualTo("run_delegate");
        assertThat(delegated.path("data"))
                .isEqualTo(
                        ScriptedHost.json("{'run_id':'r1','delegation_id':'d-1','agent_id':'helper','run_seconds':30,"
                                + "'input':{'text':'count'},'data':null}"));
        peer.answer(delegated, "{'run_id':'child'}");
        JsonNode get = peer.next();
        assertThat(get.at("/data/target_run_id").asText()).isEqualTo("child");
        peer.answer(get, "{'run_id':'child','status':'completed','cancel_requested_at':null}");
        peer.answer(peer.next(), "{'items':[{'type':'message.completed'}]}");
        JsonNode cancel = peer.next();
        assertThat(cancel.at("/data/reason").asText()).isEqualTo("enough");
        peer.answer(cancel, "{'run_id':'child','status':'cancelled','cancel_requested_at':7}");

        assertThat(get(found)).isEqualTo(List.of("child", true, 1, "cancelled"));
    }

    @Test
    void setsAndCancelsTimers() throws Exception {
        CompletableFuture<List<Object>> found = new CompletableFuture<>();
        Peer peer = connect(call(
                found,
                api -> List.of(
                        api.timers().set("t", Duration.ofSeconds(90), null),
                        api.timers().set("t", Duration.ofSeconds(90), null),
                        api.timers().cancel("t"))));
        peer.run("r1");

        JsonNode set = peer.next();
        assertThat(set.path("action").asText()).isEqualTo("timer_set");
        assertThat(set.path("data"))
                .isEqualTo(ScriptedHost.json("{'run_id':'r1','timer_id':'t','delay_seconds':90,'data':null}"));
        peer.answer(set, "{'due_at':7.5,'fired':false}");
        peer.answer(peer.next(), "{'due_at':null,'fired':true}");
        peer.answer(peer.next(), "{'cancelled':false}");

        assertThat(get(found)).isEqualTo(List.of(Optional.of(Instant.ofEpochMilli(7500)), Optional.empty(), false));
    }

    @Test
    void storedValuesAreReadDeletedAndListed() throws Exception {
        Map<String, String> stored = new ConcurrentHashMap<>();
        CompletableFuture<List<Object>> events = new CompletableFuture<>();
        Peer peer = connect(call(events, api -> {
            var storage = api.pluginStorage();
            storage.set("k", bytes("value"));
            List<Object> found = new ArrayList<>();
            found.add(new String(storage.get("k").orElseThrow(), StandardCharsets.UTF_8));
            found.add(storage.keys());
            storage.delete("k");
            found.add(storage.get("k").isEmpty());
            found.add(catchThrowable(() -> api.workspaceStorage().get("k")));
            return found;
        }));
        peer.answers.put("set_plugin_storage", request -> {
            stored.put(
                    request.at("/data/key").asText(),
                    request.at("/data/value_base64").asText());
            return ScriptedHost.success(request, "{}");
        });
        peer.answers.put("delete_plugin_storage", request -> {
            stored.remove(request.at("/data/key").asText());
            return ScriptedHost.success(request, "{}");
        });
        peer.answers.put("get_plugin_storage", request -> {
            String value = stored.get(request.at("/data/key").asText());
            return value == null
                    ? ScriptedHost.failure(request, "no", "{'code':'not_found','message':'no'}")
                    : ScriptedHost.success(request, "{'value_base64':'" + value + "'}");
        });
        peer.answers.put("get_plugin_storage_keys", request -> ScriptedHost.success(request, "{'keys':['k']}"));
        peer.answers.put(
                "get_workspace_storage",
                request -> ScriptedHost.failure(request, "no", "{'code':'unauthorized','message':'no'}"));
        peer.run("r1");

        assertThat(get(events).subList(0, 3)).containsExactly("value", List.of("k"), true);
        assertThat(((AgentApiException) get(events).get(3)).is(FailureCode.UNAUTHORIZED))
                .isTrue();
    }

    @Test
    void storedValuesAreReplacedOnlyIfUnchangedAndListedByPages() throws Exception {
        CompletableFuture<List<Object>> events = new CompletableFuture<>();
        Peer peer = connect(call(events, api -> {
            var storage = api.workspaceStorage();
            String etag = storage.read("k").orElseThrow().etag();
            return List.of(
                    storage.replace("k", etag, bytes("b")),
                    storage.replace("k", null, bytes("c")),
                    storage.delete("k", "e0"),
                    storage.keys("a/", "a/1", 2));
        }));
        peer.run("r1");

        peer.answer(peer.next(), "{'value_base64':'YQ==','etag':'e1'}");
        JsonNode second = peer.next();
        assertThat(second.path("action").asText()).isEqualTo("set_workspace_storage");
        assertThat(second.at("/data/if_match").asText()).isEqualTo("e1");
        assertThat(second.at("/data/value_base64").asText()).isEqualTo("Yg==");
        peer.answer(second, "{}");
        JsonNode third = peer.next();
        assertThat(third.at("/data/if_absent").asBoolean()).isTrue();
        assertThat(third.path("data").has("if_match")).isFalse();
        peer.socket.writeTextMessage(
                ScriptedHost.failure(third, "stale", "{'code':'conflict','message':'stale','retryable':false}"));
        JsonNode fourth = peer.next();
        assertThat(fourth.path("action").asText()).isEqualTo("delete_workspace_storage");
        assertThat(fourth.at("/data/if_match").asText()).isEqualTo("e0");
        peer.socket.writeTextMessage(
                ScriptedHost.failure(fourth, "stale", "{'code':'conflict','message':'stale','retryable':false}"));
        JsonNode page = peer.next();
        assertThat(page.path("data"))
                .isEqualTo(ScriptedHost.json("{'run_id':'r1','prefix':'a/','limit':2,'after':'a/1'}"));
        peer.answer(page, "{'keys':['a/2','a/3'],'has_more':true}");

        assertThat(get(events)).containsExactly(true, false, false, new StorageKeys(List.of("a/2", "a/3"), true));
    }

    @Test
    void anArtifactIsReadToItsEnd() throws Exception {
        byte[] whole = bytes("a sentence that comes in pieces");
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        Peer peer = connect(call(read, api -> {
            try (InputStream content = api.artifacts().open("a1")) {
                return content.readAllBytes();
            }
        }));
        peer.answers.put("artifact_read", request -> {
            int from = request.at("/data/offset").asInt();
            int to = Math.min(from + 7, whole.length);
            String piece = Base64.getEncoder().encodeToString(java.util.Arrays.copyOfRange(whole, from, to));
            return ScriptedHost.success(
                    request,
                    "{'artifact_id':'a1','offset':" + from + ",'content_base64':'" + piece + "','has_more':"
                            + (to < whole.length) + "}");
        });
        peer.run("r1");

        assertThat(get(read)).isEqualTo(whole);
    }

    @Test
    void requestsAnUploadToken() throws Exception {
        CompletableFuture<UploadToken> results = new CompletableFuture<>();
        Peer peer = connect(call(results, api -> api.artifacts().uploadToken()));
        peer.answers.put(
                "artifact_upload_token",
                request -> ScriptedHost.success(
                        request, "{'path':'/signed/v1/uploads','token':'t','expires_at':9,'most_bytes':1024}"));
        peer.run("r1");

        assertThat(get(results)).isEqualTo(new UploadToken("/signed/v1/uploads", "t", 9, 1024));
    }

    @Test
    void readsAFileThatItWasGranted() throws Exception {
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        Peer peer = connect(call(read, api -> api.files().read("logo.png")));
        peer.run("r1");

        JsonNode asked = peer.next();
        assertThat(asked.path("action").asText()).isEqualTo("get_config_file");
        assertThat(asked.at("/data/file_key").asText()).isEqualTo("logo.png");
        assertThat(asked.at("/data/run_id").asText()).isEqualTo("r1");
        peer.answer(asked, "{'file_base64':'YWJj'}");

        assertThat(get(read)).isEqualTo(bytes("abc"));
    }

    @Test
    void readsEventsPromptSearchToolsAndKnowledge() throws Exception {
        CompletableFuture<List<Object>> events = new CompletableFuture<>();
        Peer peer = connect(call(
                events,
                api -> List.of(
                        api.events().get("e1").eventType(),
                        api.events()
                                .page(List.of("message.received"), null, 5)
                                .items()
                                .size(),
                        api.prompt().getFirst().plainText(),
                        api.historySearch("words", 3).query(),
                        api.tools().detail("add").path("name").asText(),
                        api.tools().call("add", data().put("a", 1)).path("sum").asInt(),
                        api.knowledge().retrieve("kb", "q", 3, null).size())));
        String event = "{'event_id':'e1','event_type':'message.received','source':'api'}";
        peer.answers.put("event_get", request -> ScriptedHost.success(request, event));
        peer.answers.put("event_page", request -> ScriptedHost.success(request, "{'items':[" + event + "]}"));
        peer.answers.put(
                "get_prompt",
                request -> ScriptedHost.success(request, "{'prompt':[{'role':'system','content':'Be kind.'}]}"));
        peer.answers.put("history_search", request -> ScriptedHost.success(request, "{'items':[],'query':'words'}"));
        peer.answers.put("get_tool_detail", request -> ScriptedHost.success(request, "{'tool':{'name':'add'}}"));
        peer.answers.put("call_tool", request -> ScriptedHost.success(request, "{'result':{'sum':3}}"));
        peer.answers.put(
                "retrieve_knowledge_base", request -> ScriptedHost.success(request, "{'results':[{'text':'t'}]}"));
        peer.run("r1");

        assertThat(get(events)).containsExactly("message.received", 1, "Be kind.", "words", "add", 3, 1);
    }
}
