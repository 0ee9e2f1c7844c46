"""HTML as a test sees it: elements in order, nested rightly, with their text."""

from html.parser import HTMLParser

import attrs

VOID = {"meta", "br", "input", "rect", "path", "link", "img"}
RAW = {"style", "script"}


@attrs.define
class Element:
    """An element: its name, its attributes, the names of those it stands in, and its text."""

    name: str
    attributes: dict[str, str | None]
    inside: tuple[str, ...]
    text: str = ""


class Document(HTMLParser):
    """The elements of a page or a fragment; a fault of nesting is an AssertionError."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(markup)
        self.close()
        assert not self.open, [element.name for element in self.open]

    def handle_starttag(self, tag, attributes):
        element = Element(tag, dict(attributes), tuple(one.name for one in self.open))
        assert len(element.attributes) == len(attributes), "an attribute twice"
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.elements.append(Element(tag, dict(attributes), tuple(one.name for one in self.open)))

    def handle_endtag(self, tag):
        assert self.open[-1].name == tag, (tag, [element.name for element in self.open])
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element.text += data

    def named(self, *names: str) -> list[Element]:
        """The elements with these names, in order."""
        return [element for element in self.elements if element.name in names]

    @property
    def words(self) -> str:
        """What a reader sees: no styles, no scripts."""
        return " ".join(
            e.text for e in self.elements if e.name in {"td", "th", "p", "caption", "summary", "dd", "dt", "h1", "li"}
        )


def check_readable(markup: str) -> Document:
    """The document, with every table captioned and scoped, every region named and every element one that we use."""
    found = Document(markup)
    for table in found.named("table"):
        assert "div" in table.inside
    assert len(found.named("table")) == len(found.named("caption"))
    assert all(caption.text.strip() for caption in found.named("caption"))
    for head in found.named("th"):
        assert head.attributes["scope"] in ("col", "row")
    rows = [e for e in found.named("th") if e.attributes["scope"] == "row"]
    assert len(rows) == len([e for e in found.named("tr") if "tbody" in e.inside])
    regions = [e.attributes["aria-label"] for e in found.elements if e.attributes.get("role") == "region"]
    assert all(regions)
    ids = [e.attributes["id"] for e in found.elements if "id" in e.attributes]
    assert len(set(ids)) == len(ids)
    for element in found.elements:
        assert not [name for name in element.attributes if name.startswith("on")]
        assert not {"src", "href", "action"} & set(element.attributes), element
    return found
