package dev.agenthost.actiongraph.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that the table of members names members of the protocol. */
class MisplacedMembersTest {
    @Test
    void eachNameIsAMemberOfADeclaration() throws IOException {
        Set<String> members = new TreeSet<>();
        try (InputStream schema = MisplacedMembers.class.getResourceAsStream(
                "/dev/agenthost/actiongraph/schema/declaration.schema.json")) {
            collect(ProtocolCodec.mapper().readTree(schema), members);
        }

        assertThat(members).containsAll(MisplacedMembers.names());
        for (String harmless : List.of("type", "id", "title", "input", "mood")) {
            assertThat(MisplacedMembers.place(harmless)).as(harmless).isEmpty();
        }
    }

    private static void collect(JsonNode schema, Set<String> members) {
        schema.path("properties").fieldNames().forEachRemaining(members::add);
        schema.forEach(part -> collect(part, members));
    }
}
