package dev.agenthost.im.dingtalk.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message by its type (https://open.dingtalk.com/document/orgapp/receive-message).
 *
 * @param text what a person reads, or the recognised text of a recording; of any other message its type in brackets
 */
record DingTalkContent(String text, List<DingTalkFile> files) {
    private static final String CODE = "downloadCode";

    static DingTalkContent of(String type, PlatformObject message) {
        PlatformObject content = message.object(type.equals("text") ? "text" : "content");
        if (content == null) {
            return new DingTalkContent(bracketed(type), List.of());
        }
        return switch (type) {
            case "text" -> new DingTalkContent(raw(content, "content").strip(), List.of());
            case "richText" -> richText(content);
            case "picture" -> new DingTalkContent("", files("image", content));
            case "audio" -> new DingTalkContent(raw(content, "recognition").strip(), files("audio", content));
            case "video" -> new DingTalkContent("", files("video", content));
            case "file" -> new DingTalkContent("", files("file", content));
            default -> new DingTalkContent(bracketed(type), List.of());
        };
    }

    /** The elements of a rich text follow each other without a separator; a line break is an element of its own. */
    private static DingTalkContent richText(PlatformObject content) {
        StringBuilder text = new StringBuilder();
        List<DingTalkFile> files = new ArrayList<>();
        for (PlatformObject element : content.list("richText")) {
            text.append(raw(element, "text"));
            files.addAll(files("image", element));
        }
        return new DingTalkContent(text.toString().strip(), files);
    }

    /** A picture has the code of a smaller one, too, by which it is known if it has no other. */
    private static List<DingTalkFile> files(String kind, PlatformObject holder) {
        String code = holder.text(CODE);
        String known = code == null ? holder.text("pictureDownloadCode") : code;
        return known == null ? List.of() : List.of(new DingTalkFile(kind, known, name(kind, holder)));
    }

    private static @Nullable String name(String kind, PlatformObject holder) {
        String name = holder.name("fileName");
        String type = holder.text("videoType");
        boolean isVideo = kind.equals("video") && type != null && type.matches("[A-Za-z0-9]{1,8}");
        return name == null && isVideo ? "video." + type : name;
    }

    private static String bracketed(String type) {
        return "[" + type + "]";
    }

    private static String raw(PlatformObject content, String name) {
        return Objects.requireNonNullElse(content.text(name), "");
    }
}
