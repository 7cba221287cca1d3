package dev.agenthost.im.wecom.xml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads and writes the XML of callbacks. An element without elements is a text, one with elements is an object, and elements of one name
 * are an array; attributes, comments and namespaces are left out. A document type, and with it any entity but those of XML itself, is
 * refused, so a document names nothing outside of itself.
 */
public final class WeComXml {
    private static final int DEEPEST = 16;

    private WeComXml() {}

    /** Returns the members of the root element; empty for anything but one document of such elements in UTF-8. */
    public static Optional<ObjectNode> read(byte[] document) {
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(text(document)));
            try {
                return root(reader) instanceof ObjectNode members ? Optional.of(members) : Optional.empty();
            } finally {
                reader.close();
            }
        } catch (CharacterCodingException | XMLStreamException e) {
            return Optional.empty();
        }
    }

    /** Returns an element with a text. */
    public static String element(String name, String text) {
        return "<" + name + "><![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]></" + name + ">";
    }

    /** The parser would print other bytes, which anyone may send, on the standard error. */
    private static String text(byte[] document) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(document))
                .toString();
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("an entity outside of the document");
        });
        return factory;
    }

    private static JsonNode root(XMLStreamReader reader) throws XMLStreamException {
        JsonNode root = JsonNodeFactory.instance.missingNode();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> root = element(reader, 1);
                case XMLStreamConstants.COMMENT,
                        XMLStreamConstants.PROCESSING_INSTRUCTION,
                        XMLStreamConstants.SPACE,
                        XMLStreamConstants.CHARACTERS,
                        XMLStreamConstants.END_DOCUMENT -> {}
                default -> throw new XMLStreamException("a document type");
            }
        }
        return root;
    }

    private static JsonNode element(XMLStreamReader reader, int depth) throws XMLStreamException {
        if (depth > DEEPEST) {
            throw new XMLStreamException("too deep");
        }
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT ->
                    add(members, reader.getLocalName(), element(reader, depth + 1));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(reader.getText());
                case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> {}
                case XMLStreamConstants.END_ELEMENT -> {
                    return members.isEmpty() ? JsonNodeFactory.instance.textNode(text.toString()) : members;
                }
                default -> throw new XMLStreamException("an entity");
            }
        }
    }

    private static void add(ObjectNode members, String name, JsonNode value) {
        JsonNode known = members.get(name);
        if (known == null) {
            members.set(name, value);
        } else if (known instanceof ArrayNode several) {
            several.add(value);
        } else {
            members.putArray(name).add(known).add(value);
        }
    }
}
