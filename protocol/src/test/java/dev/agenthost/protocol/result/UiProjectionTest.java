package dev.agenthost.protocol.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UiProjectionTest {
    private static final String VIEW = """
            {'run_id':'g','title':'Check','note':'I check.','status':'running','progress':{'ended':1,'total':2},
             'actions':[{'id':'a','title':'A','description':'Reads.','status':'completed','depends_on':[],
              'result_summary':'3','details_ref':'artifact://1'},
              {'id':'b','title':'B','status':'waiting','depends_on':['a']}],'details_ref':'runtime://g'}""";

    @Test
    void theFieldsAreReadAndWrittenByTheirNames() throws Exception {
        UiProjection view = UiProjection.read(tree(VIEW));

        assertThat(view.actions()).extracting(UiAction::status).containsExactly(UiStatus.COMPLETED, UiStatus.WAITING);
        assertThat(view.actions().getLast().dependsOn()).containsExactly("a");
        assertThat(UiProjection.read(ProtocolCodec.tree(view))).isEqualTo(view);
        assertThat(ProtocolCodec.<JsonNode>tree(view)
                        .at("/actions/0/result_summary")
                        .asText())
                .isEqualTo("3");
    }

    @Test
    void aSkippedActionIsACancelledOneWithAMark() throws Exception {
        UiProjection view = UiProjection.read(tree(VIEW.replace("'waiting'", "'canceled','skipped':true")));

        assertThat(view.actions()).extracting(UiAction::skipped).containsExactly(false, true);
        assertThat(ProtocolCodec.<JsonNode>tree(view).path("actions").findValuesAsText("skipped"))
                .containsExactly("true");
    }

    @Test
    void theNumbersOfAnEarlierVersionAreRead() throws Exception {
        assertThat(UiProjection.read(tree(VIEW)).progress()).isEqualTo(new UiProjection.Progress(1, 2, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"10, 10", "1e2, 100", "0.50, 0.5", "0,", "0.00,"})
    void aCostIsAPlainNumberAndZeroIsNone(String cost, @Nullable String written) throws Exception {
        UiProjection view = UiProjection.read(tree(VIEW.replace(
                "'details_ref':'runtime://g'",
                "'usage':{'tokens':1,'model_calls':0,'elapsed_ms':0,'cost':" + cost + "}")));

        JsonNode usage = ProtocolCodec.<JsonNode>tree(view).path("usage");
        assertThat(usage.toString())
                .isEqualTo("{\"tokens\":1,\"model_calls\":0,\"elapsed_ms\":0"
                        + (written == null ? "}" : ",\"cost\":" + written + "}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'run_id':'g', | | run_id
            'status':'running' | 'status':'dancing' | status
            'title':'Check' | 'title':' ' | title
            'ended':1 | 'ended':3 | ended
            'total':2 | 'total':300 | total
            'total':2 | 'total':2,'skipped':2 | skipped
            'status':'waiting' | 'status':'waiting','skipped':true | skipped
            'total':2 | 'total':2,'skipped':1,'canceled':1 | canceled
            'id':'b' | 'id':'a' | actions
            ['a'] | ['z'] | depends_on
            'title':'B', | | title
            'details_ref':'runtime://g' | 'usage':{'tokens':-1,'model_calls':0,'elapsed_ms':0} | usage
            'details_ref':'runtime://g' | 'usage':{'tokens':1,'model_calls':0,'elapsed_ms':0,'cost':-0.1} | usage
            'details_ref':'runtime://g' | 'usage':{'tokens':1,'model_calls':0,'elapsed_ms':0,'cost':1e18} | usage
            'details_ref':'runtime://g' | 'usage':{'tokens':1,'model_calls':0,'elapsed_ms':0,'cost':1e-19} | usage
            """)
    void aWrongFieldIsNamed(String part, String instead, String field) {
        String wrong = VIEW.replace(part, instead == null ? "" : instead);
        assertThat(wrong).isNotEqualTo(VIEW);
        assertThatExceptionOfType(UndecodableException.class)
                .isThrownBy(() -> UiProjection.read(tree(wrong)))
                .satisfies(e -> assertThat(e.field()).contains(field));
    }

    @Test
    void aMissingPayloadIsRefused() {
        assertThatExceptionOfType(UndecodableException.class)
                .isThrownBy(() -> UiProjection.read(null))
                .satisfies(e -> assertThat(e.field()).isEqualTo("payload"));
    }

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
