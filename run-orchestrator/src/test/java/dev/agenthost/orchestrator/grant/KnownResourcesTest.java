package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.FileResource;
import dev.agenthost.protocol.context.KnowledgeBaseResource;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.context.StorageResource;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownResourcesTest {
    private static final AgentResources GRANTED = new AgentResources(
            List.of(),
            List.of(),
            List.of(),
            List.of(new SkillResource("greet", null, null), new SkillResource("count", null, null)),
            List.of(
                    new FileResource("f1", null, null, null, List.of("config", "knowledge")),
                    new FileResource("f2", null, null, null, List.of("config"))),
            StorageResource.none(),
            JsonNodeFactory.instance.objectNode());

    @Test
    void keepsGrantedNamesWithoutAResponse() {
        assertThat(KnownResources.of(GRANTED, answer(null, null))).isEqualTo(GRANTED);
    }

    @Test
    void addsPropertiesAndRestrictsAFileToItsPurpose() {
        AgentResources known = KnownResources.of(
                GRANTED, answer(List.of(new FileFacts("f1", "a.md", "text/markdown", 3, FilePurpose.KNOWLEDGE)), null));

        assertThat(known.files())
                .containsExactly(new FileResource("f1", "a.md", "text/markdown", 3L, List.of("knowledge")));
        assertThat(known.skills()).isEqualTo(GRANTED.skills());
    }

    @Test
    void doesNotGrantAFileOfAnotherPurpose() {
        assertThat(KnownResources.of(
                                GRANTED,
                                answer(List.of(new FileFacts("f2", "a", "text/plain", 3, FilePurpose.KNOWLEDGE)), null))
                        .files())
                .isEmpty();
    }

    @Test
    void keepsOnlyExistingGrantedResources() {
        AgentResources known = KnownResources.of(
                GRANTED,
                answer(
                        List.of(new FileFacts("uninvited", "a", "text/plain", 3, FilePurpose.CONFIG)),
                        List.of(
                                new SkillResource("uninvited", "U", "u"),
                                new SkillResource("count", "Counting", "Counts."))));

        assertThat(known.files()).isEmpty();
        assertThat(known.skills()).containsExactly(new SkillResource("count", "Counting", "Counts."));
    }

    @Test
    void addsTheNamesOfKnowledgeBases() {
        AgentResources granted = new AgentResources(
                List.of(),
                List.of(),
                List.of(
                        new KnowledgeBaseResource("kb-1", null, null, List.of("retrieve")),
                        new KnowledgeBaseResource("gone", null, null, List.of("retrieve"))),
                List.of(),
                List.of(),
                StorageResource.none(),
                JsonNodeFactory.instance.objectNode());
        List<KnowledgeFact> facts =
                List.of(new KnowledgeFact("kb-1", "Handbook", "What we do"), new KnowledgeFact("uninvited", "U", null));

        assertThat(KnownResources.of(
                                granted, new RunContextAnswer(Map.of(), null, null, null, false, null, null, facts))
                        .knowledgeBases())
                .containsExactly(
                        new KnowledgeBaseResource("kb-1", "Handbook", null, List.of("retrieve"), "What we do"));
    }

    private static RunContextAnswer answer(@Nullable List<FileFacts> files, @Nullable List<SkillResource> skills) {
        return new RunContextAnswer(Map.of(), null, null, null, false, files, skills, null);
    }
}
