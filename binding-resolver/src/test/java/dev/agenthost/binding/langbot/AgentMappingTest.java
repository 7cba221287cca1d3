package dev.agenthost.binding.langbot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.RunnerAvailability;
import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentMappingTest {
    private static final RunnerAvailability THERE =
            new RunnerAvailability.Known(new FormParseResult.Unreadable("none"));

    private final List<Finding> findings = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "local-agent, plugin:langbot/local-agent/default",
        "dify-service-api, plugin:langbot/dify-agent/default",
        "n8n-service-api, plugin:langbot/n8n-agent/default",
        "coze-api, plugin:langbot/coze-agent/default",
        "dashscope-app-api, plugin:langbot/dashscope-agent/default",
        "langflow-api, plugin:langbot/langflow-agent/default",
        "tbox-app-api, plugin:langbot/tbox-agent/default",
    })
    void theSevenNamesOfBeforeArePluginsAndTheirSettingsTheirConfiguration(String name, String runner) {
        for (String field : List.of("runner", "id")) {
            Agent agent = agent("{'ai':{'runner':{'" + field + "':'" + name + "'},'" + name
                    + "':{'timeout':30},'coze-other':null}}");

            assertThat(agent.runnerId().toString()).isEqualTo(runner);
            assertThat(agent.runnerConfig().path("timeout").asInt()).isEqualTo(30);
            assertThat(findings).isEmpty();
        }
    }

    @Test
    void theIdGoesBeforeTheNameAndItsConfigurationBeforeTheOneOfBefore() {
        Agent agent = agent(
                "{'ai':{'runner':{'id':'plugin:langbot/local-agent/default','runner':'coze-api'},"
                        + "'runner_config':{'plugin:langbot/local-agent/default':{'max-round':3}},'local-agent':{'max-round':9}}}");

        assertThat(agent.runnerId().toString()).isEqualTo("plugin:langbot/local-agent/default");
        assertThat(agent.runnerConfig().path("max-round").asInt()).isEqualTo(3);
    }

    @Test
    void maxRoundIsTheRunnersAndOneKnowledgeBaseIsAListOfOne() {
        Agent agent = agent("{'ai':{'runner':{'runner':'local-agent','max-round':5},"
                + "'local-agent':{'knowledge-base':'kb-1','prompt':[{'role':'system','content':'Be brief.'}]}}}");

        assertThat(agent.runnerConfig().toString())
                .isEqualTo(
                        "{\"prompt\":[{\"role\":\"system\",\"content\":\"Be brief.\"}],\"knowledge-bases\":[\"kb-1\"],"
                                + "\"max-round\":5}");
    }

    @Test
    void preferencesOfExtensionsAreAResourcePolicyThatGrantsNothingUnnamed() {
        Agent some = agentOf(
                "{'config':{'ai':{'runner':{'runner':'local-agent'}}},'extensions_preferences':"
                        + "{'enable_all_plugins':false,'plugins':[{'author':'langbot','name':'local-agent'},{'author':'a','name':'b'}],"
                        + "'enable_all_mcp_servers':false,'mcp_servers':['s1'],'skills':['k1'],'mcp_resources':[{'uri':'x'}]}}");

        assertThat(some.policies().resourcePolicy().allowedPlugins()).containsExactly("langbot/local-agent", "a/b");
        assertThat(some.policies().resourcePolicy().tools()).containsExactly("s1/*");
        assertThat(some.policies().resourcePolicy().skills()).containsExactly("k1");
        assertThat(findings)
                .extracting(Finding::code, Finding::path)
                .containsExactly(tuple(Finding.Code.NOT_UNDERSTOOD, "extensions_preferences.mcp_resources"));

        findings.clear();
        Agent all = agentOf("{'config':{'ai':{'runner':{'runner':'local-agent'}}},"
                + "'extensions_preferences':{'enable_all_plugins':true,'enable_all_mcp_servers':true}}");
        assertThat(all.policies().resourcePolicy().allowedPlugins()).isNull();
        assertThat(all.policies().resourcePolicy().tools()).isEmpty();
        assertThat(findings).extracting(Finding::path).containsExactly("extensions_preferences.enable_all_mcp_servers");
    }

    @Test
    void aRunnerWhosePluginIsNotBoundIsNotReady() {
        AgentMapping mapped = mapped(
                "{'config':{'ai':{'runner':{'runner':'local-agent'}}},'extensions_preferences':"
                        + "{'enable_all_plugins':false,'plugins':[{'author':'a','name':'b'}]}}",
                THERE);

        assertThat(mapped.isReady()).isFalse();
        assertThat(findings).extracting(Finding::path).contains("extensions_preferences.plugins");
    }

    @Test
    void outputSettingsAreADeliveryPolicyAndWhatIsNoneIsReported() {
        Agent agent = agent("{'ai':{'runner':{'runner':'local-agent','expire-time':60}},'output':{"
                + "'long-text-processing':{'threshold':1000,'strategy':'image'},'force-delay':{'min':1,'max':3},'voice':{'x':1},"
                + "'misc':{'exception-handling':'show-hint','failure-hint':'Later.','remove-think':true,'at-sender':true,"
                + "'quote-origin':false,'track-function-calls':true,'sparkle':1}},"
                + "'trigger':{'access-control':{'mode':'whitelist','whitelist':['u1'],'blacklist':[]},'misc':{'combine-quote-message':true}},"
                + "'safety':{'rate-limit':{'window-length':60,'limitation':60,'strategy':'drop'}},'moods':{'x':1}}");

        assertThat(agent.policies().deliveryPolicy().failureText()).isEqualTo("Later.");
        assertThat(agent.runnerConfig().path("remove-think").asBoolean()).isTrue();
        assertThat(findings)
                .extracting(Finding::path)
                .containsExactlyInAnyOrder(
                        "ai.runner.expire-time",
                        "output.long-text-processing",
                        "output.force-delay",
                        "output.voice",
                        "output.misc.at-sender",
                        "output.misc.track-function-calls",
                        "output.misc.sparkle",
                        "trigger.access-control",
                        "moods");
    }

    @Test
    void aPipelineAsLangBotMakesItIsReportedOnlyWhereItsAnswersDiffer() {
        agent("{'trigger':{'group-respond-rules':{'at':true,'prefix':['ai'],'regexp':[],'random':0.0}},"
                + "'ai':{'runner':{'id':'plugin:langbot/local-agent/default','expire-time':0},"
                + "'runner_config':{'plugin:langbot/local-agent/default':{}}},"
                + "'output':{'long-text-processing':{'threshold':1000,'strategy':'none','font-path':''},"
                + "'force-delay':{'min':0,'max':0},'misc':{'exception-handling':'show-hint','failure-hint':'Request failed.',"
                + "'at-sender':false,'quote-origin':false,'track-function-calls':false,'remove-think':false}}}");

        assertThat(findings).isEmpty();
    }

    @Test
    void secretsAreReplacedByReferencesAtEveryDepthAndNeverRepeated() {
        Agent agent = agent(
                "{'ai':{'runner':{'runner':'n8n-service-api'},'n8n-service-api':"
                        + "{'webhook-url':'https://n8n/x','basic':{'password':'hunter2'},'list':[{'api-key':'hunter2'}],'header-secret':''}}}");

        assertThat(agent.runnerConfig().at("/basic/password/secret_ref").asText())
                .matches("[A-Za-z_][A-Za-z0-9_.-]{0,127}");
        assertThat(agent.runnerConfig().toString()).doesNotContain("hunter2");
        assertThat(findings.toString()).doesNotContain("hunter2");
        assertThat(findings).extracting(Finding::code).containsOnly(Finding.Code.SECRET_NEEDED);
    }

    private Agent agent(String config) {
        return mapped(config, THERE).agent();
    }

    private Agent agentOf(String pipeline) {
        return mapped(pipeline, THERE).agent();
    }

    private AgentMapping mapped(String file, RunnerAvailability standing) {
        findings.clear();
        LangBotFile read;
        try {
            read = LangBotFile.read(
                    ProtocolCodec.readTree(file.replace('\'', '"').getBytes(StandardCharsets.UTF_8)), "P", null);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
        findings.addAll(read.findings());
        return AgentMapping.of(read.pipelines().getFirst(), "demo", runner -> standing, findings)
                .orElseThrow();
    }
}
