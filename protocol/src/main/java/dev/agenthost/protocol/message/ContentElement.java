package dev.agenthost.protocol.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * One part of a multimodal message, as LangBot's wire has it: {@code text}, {@code image_url}, {@code image_base64},
 * {@code file_url}, {@code file_base64}. Absent parts are left out on every wire.
 *
 * @param imageUrl an object with {@code url}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ContentElement(
        String type,
        @Nullable String text,
        @Nullable JsonNode imageUrl,
        @Nullable String imageBase64,
        @Nullable String fileUrl,
        @Nullable String fileName,
        @Nullable String fileBase64) {
    public ContentElement {
        Fields.text(type, "type");
        imageUrl = Fields.nullable(imageUrl);
    }

    public static ContentElement text(String text) {
        return new ContentElement("text", text, null, null, null, null, null);
    }
}
