package dev.agenthost.protocol.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InteractionRequestTest {
    private static final String ACTIONS = "'actions':[{'id':'ok','label':'OK'}]";

    @Test
    void readsTheShortestQuestionWithItsDefaults() throws UndecodableException {
        InteractionRequest request =
                InteractionRequest.read(tree("{'interaction_id':'i','title':'t','fallback_text':'f'," + ACTIONS + "}"));

        assertThat(request.kind()).isEqualTo(InteractionRequest.Kind.FORM);
        assertThat(request.actions().getFirst().style()).isEqualTo(InteractionAction.Style.DEFAULT);
        assertThat(request.expiresAt()).isNull();
    }

    /** The shape of the peer: every member, and members that this host does not know. */
    @Test
    void writesWhatItRead() throws UndecodableException {
        JsonNode whole = tree("{'interaction_id':'i','kind':'choice','title':'t','description':'d','fields':[{'id':'a',"
                + "'label':'A','type':'select','required':true,'options':[{'value':'v','label':'V','description':'x'}],"
                + "'placeholder':'p','default':'v'}],'actions':[{'id':'ok','label':'OK','style':'danger'}],"
                + "'expires_at':1790000000,'fallback_text':'f'}");

        assertThat(ProtocolCodec.encode(InteractionRequest.read(whole))).isEqualTo(ProtocolCodec.encode(whole));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {'title':'t','fallback_text':'f',ACTIONS}                                  | interaction_id
            {'interaction_id':'i','fallback_text':'f',ACTIONS}                         | title
            {'interaction_id':'i','title':'t',ACTIONS}                                 | fallback_text
            {'interaction_id':'i','title':'t','fallback_text':'f'}                     | actions
            {'interaction_id':'i','title':'t','fallback_text':'f','kind':'poll',ACTIONS} | kind
            {'interaction_id':'i','title':'t','fallback_text':'f','actions':[{'id':'a','label':'A'},{'id':'a','label':'B'}]} | actions
            {'interaction_id':'i','title':'t','fallback_text':'f','fields':[{'id':'a','label':'A','type':'select'}]} | fields[0].options
            {'interaction_id':'i','title':'t','fallback_text':'f','fields':[{'id':'a','label':'A','type':'colour'}]} | fields[0].type
            {'interaction_id':'i','title':'t','fallback_text':'f','fields':[{'id':'a','type':'text'}]} | fields[0].label
            {'interaction_id':'i','title':'t','fallback_text':'f','fields':[{'id':'a','label':'A','type':'text','options':[{'value':'v','label':'V'}]}]} | fields[0].options
            """)
    void namesTheFieldOfAMalformedQuestion(String json, String field) {
        UndecodableException refused = catchThrowableOfType(
                UndecodableException.class, () -> InteractionRequest.read(tree(json.replace("ACTIONS", ACTIONS))));

        assertThat(refused).isNotNull();
        assertThat(refused.field()).isEqualTo(field);
    }

    @Test
    void limitsTheLengthOfEachText() {
        String title = "t".repeat(1001);
        UndecodableException refused = catchThrowableOfType(
                UndecodableException.class,
                () -> InteractionRequest.read(
                        tree("{'interaction_id':'i','title':'" + title + "','fallback_text':'f'," + ACTIONS + "}")));

        assertThat(refused.field()).isEqualTo("title");
        assertThat(refused.why()).isEqualTo("must have at most 1000 characters");
    }

    private static JsonNode tree(String json) throws UndecodableException {
        return ProtocolCodec.readTree(json.replace('\'', '"'));
    }
}
