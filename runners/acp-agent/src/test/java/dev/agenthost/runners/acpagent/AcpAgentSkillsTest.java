package dev.agenthost.runners.acpagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.sdk.harness.SkillTexts;
import dev.agenthost.sdk.host.AgentApiException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the skills that an agent is given. */
@Timeout(120)
class AcpAgentSkillsTest extends AcpAgentFixture {
    @Test
    void aGrantedSkillSaysWhatItSays() throws Exception {
        host.resources = skills(1, "'call'");
        host.calls.put(
                "call_tool",
                data -> SessionHost.json("{'result':{'content':[{'type':'text','text':'Bow, then smile.'}],"
                        + "'structured_content':{'skill_name':'s0','files':['deep.md']},'is_error':false}}"));

        run("say x");

        assertThat(skill("s0"))
                .contains("name: \"s0\"", "Bow, then smile.", "- deep.md")
                .doesNotContain("are not in this file");
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
        host.calls.put("call_tool", data -> switch (data.at("/parameters/skill_name")
                .asText()) {
            case "s0" -> throw refused("not_found", false);
            case "s1" -> SessionHost.json("{'result':{'content':[{'type':'text','text':'half'}],'truncated':true}}");
            default -> SessionHost.json("{'result':{'content':[{'type':'text','text':'whole'}]}}");
        });

        assertThat(SessionHost.messages(run("say x"))).containsExactly("x");

        assertThat(skill("s0")).contains("are not in this file");
        assertThat(skill("s1")).contains("are not in this file").doesNotContain("half");
        assertThat(skill("s2")).contains("whole");
    }

    @Test
    void noMoreThanSoManySkillsAreAskedForAndAHostInTroubleOnce() throws Exception {
        host.resources = skills(SkillTexts.MOST + 2, "'call'");
        host.calls.put(
                "call_tool", data -> SessionHost.json("{'result':{'content':[{'type':'text','text':'whole'}]}}"));
        run("say x");
        assertThat(host.called).filteredOn(call -> call.startsWith("call_tool")).hasSize(SkillTexts.MOST);

        host.called.clear();
        host.calls.put("call_tool", data -> {
            throw refused("runtime_error", true);
        });
        assertThat(SessionHost.messages(run("say x"))).containsExactly("x");
        assertThat(host.called).filteredOn(call -> call.startsWith("call_tool")).hasSize(1);
    }

    private static ObjectNode skills(int many, String operations) {
        ObjectNode resources =
                SessionHost.json("{'tools':[{'tool_name':'activate','operations':[" + operations + "]}],'skills':[]}");
        for (int i = 0; i < many; i++) {
            resources
                    .withArray("skills")
                    .add(SessionHost.json("{'skill_name':'s" + i + "','description':'about s" + i + "'}"));
        }
        return resources;
    }

    private String skill(String name) throws Exception {
        return Files.readString(found(Path.of(name, "SKILL.md").toString()).orElseThrow());
    }

    private static AgentApiException refused(String code, boolean retryable) {
        return new AgentApiException(new AgentApiError(code, "no", retryable, SessionHost.json("{}")));
    }
}
