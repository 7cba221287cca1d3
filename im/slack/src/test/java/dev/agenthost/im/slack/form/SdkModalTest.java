package dev.agenthost.im.slack.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.slack.api.app_backend.views.payload.ViewSubmissionPayload;
import com.slack.api.app_backend.views.response.ViewSubmissionResponse;
import com.slack.api.model.block.InputBlock;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.composition.TextObject;
import com.slack.api.model.block.element.BlockElement;
import com.slack.api.model.view.View;
import com.slack.api.util.json.GsonBlockElementFactory;
import com.slack.api.util.json.GsonLayoutBlockFactory;
import com.slack.api.util.json.GsonTextObjectFactory;
import com.slack.api.util.json.UnknownPropertyDetectionAdapterFactory;
import dev.agenthost.testkit.slack.ScriptedSlackViews;
import dev.agenthost.testkit.slack.SlackModal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The SDK of the platform reads the modals and the responses of the host, and the submissions of the scripted counterpart, without a member that it does not know. */
class SdkModalTest {
    private static final Gson SDK = new GsonBuilder()
            .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
            .registerTypeAdapter(LayoutBlock.class, new GsonLayoutBlockFactory(true))
            .registerTypeAdapter(BlockElement.class, new GsonBlockElementFactory(true))
            .registerTypeAdapter(TextObject.class, new GsonTextObjectFactory(true))
            .registerTypeAdapterFactory(new UnknownPropertyDetectionAdapterFactory())
            .create();

    private final ObjectNode rendered =
            QuestionModal.render(Forms.ORDER, Forms.KEY).orElseThrow();

    @Test
    void theSdkReadsAModal() {
        View view = SDK.fromJson(rendered.toString(), View.class);

        assertThat(view.getTitle().getText()).isEqualTo("Order?");
        assertThat(view.getCallbackId()).isEqualTo("agenthost:form");
        List<InputBlock> inputs = view.getBlocks().stream()
                .filter(InputBlock.class::isInstance)
                .map(InputBlock.class::cast)
                .toList();
        assertThat(inputs)
                .extracting(input -> input.getElement().getClass().getSimpleName())
                .containsExactly(
                        "PlainTextInputElement",
                        "PlainTextInputElement",
                        "NumberInputElement",
                        "CheckboxesElement",
                        "CheckboxesElement",
                        "StaticSelectElement",
                        "StaticSelectElement",
                        "MultiStaticSelectElement");
        assertThat(inputs).extracting(InputBlock::isOptional).contains(true, false);
    }

    @Test
    void theSdkRefusesAMemberThatItDoesNotKnow() {
        ObjectNode broken = rendered.deepCopy();
        ((ObjectNode) broken.at("/blocks/1/element")).put("rows", 3);

        assertThatThrownBy(() -> SDK.fromJson(broken.toString(), View.class)).isInstanceOf(JsonParseException.class);
    }

    @Test
    void theSdkReadsASubmissionAsTheHostDoes() {
        SlackModal modal = new ScriptedSlackViews().show(rendered);
        ObjectNode submission = modal.submission("U5", Map.of("name", "Ada", "size", "s", "extras", List.of("box")));

        ViewSubmissionPayload payload = SDK.fromJson(submission.toString(), ViewSubmissionPayload.class);

        var values = payload.getView().getState().getValues();
        assertThat(values.get("name").get("value").getValue()).isEqualTo("Ada");
        assertThat(values.get("size").get("value").getSelectedOption().getValue())
                .isEqualTo("s");
        assertThat(values.get("extras").get("value").getSelectedOptions())
                .extracting(option -> option.getValue())
                .containsExactly("box");
        assertThat(values.get("gift").get("value").getSelectedOptions()).isEmpty();
        assertThat(payload.getView().getPrivateMetadata())
                .isEqualTo(Forms.KEY.text().orElseThrow());
        assertThat(payload.getUser().getId()).isEqualTo("U5");
    }

    @Test
    void theSdkReadsTheResponses() {
        ViewSubmissionResponse errors =
                SDK.fromJson(ModalResponse.errors(Map.of("count", "No.")).toString(), ViewSubmissionResponse.class);
        ViewSubmissionResponse notice = SDK.fromJson(
                ModalResponse.notice("Order?", "It has expired.", false).toString(), ViewSubmissionResponse.class);

        assertThat(errors.getResponseAction()).isEqualTo("errors");
        assertThat(errors.getErrors()).isEqualTo(Map.of("count", "No."));
        assertThat(notice.getResponseAction()).isEqualTo("update");
        assertThat(notice.getView().getType()).isEqualTo("modal");
        assertThat(notice.getView().getBlocks()).hasSize(1);
    }
}
